import { browserArguments } from "../scripts/browser.mjs";
import { makeCertificate } from "../scripts/certificate.mjs";
import {
  campusBrowserArguments,
  domain,
  startProcess,
  startProvider,
  temporaryFolder,
} from "./support/campus.ts";
import { freePorts } from "./support/ports.ts";
import { campusStory } from "./support/campus-story.ts";
import { test } from "./support/market.ts";
import { startTlsProxy } from "./support/tls-proxy.ts";

const certificate = await makeCertificate(domain);

test.use({
  launchOptions: {
    executablePath: process.env["CHROMIUM_PATH"],
    args: [...browserArguments, ...campusBrowserArguments(certificate)],
  },
});

test(
  "a campus on https behind a proxy, with a provider of another author, through a restart",
  {
    tag: "@sweep",
  },
  async ({ openBrowser }) => {
    const [port, https] = (await freePorts(2)) as [number, number];
    const origin = `https://${domain}:${https}`;
    const data = temporaryFolder();
    const provider = await startProvider();
    const market = await startProcess(port, data.path, {
      ...provider.environment,
      PUBLIC_ORIGIN: origin,
      TRUSTED_PROXIES: "1",
    });
    const proxy = await startTlsProxy({ port: https, to: port, certificate });
    try {
      await campusStory({
        origin,
        provider,
        openBrowser,
        async restart(whileStopped) {
          await market.stop();
          await whileStopped();
          await market.start();
        },
      });
    } finally {
      await proxy.close();
      await market.stop();
      await provider.close();
      data.remove();
    }
  },
);
