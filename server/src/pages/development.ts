import middie from "@fastify/middie";
import type { Render } from "@market/contract/pages/pages";
import type { FastifyInstance } from "fastify";
import { createServer, isRunnableDevEnvironment } from "vite";
import type { PageBundle } from "./bundle.ts";

/** Hot replacement in this process, on this server's port. */
export async function openSource(app: FastifyInstance, folder: string): Promise<PageBundle> {
  const vite = await createServer({
    root: folder,
    configFile: `${folder}/vite.config.ts`,
    appType: "custom",
    server: { middlewareMode: true, ws: { server: app.server } },
  });
  app.addHook("onClose", () => vite.close());
  await app.register(middie, { hook: "preHandler" });
  app.use(vite.middlewares);

  const { ssr } = vite.environments;
  if (!ssr || !isRunnableDevEnvironment(ssr))
    throw new Error("Vite has no environment that renders pages here");
  const render: Render = async (address, data) => {
    const entry = (await ssr.runner.import("/src/app/entry.server.tsx")) as { render: Render };
    return entry.render(address, data);
  };
  return {
    render,
    assets: {
      script: "/src/app/entry.dev.ts",
      modules: {},
      style: "",
      styleRules: [],
      styleUrl: "/src/app/styles.css",
    },
  };
}
