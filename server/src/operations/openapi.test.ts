import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { describeApi } from "./openapi.ts";

const file = fileURLToPath(new URL("../../../docs/openapi.json", import.meta.url));

it("R835 docs/openapi.json is what /api/openapi.json answers, but for the address of the installation", async () => {
  const { servers: _, ...api } = describeApi("https://market.example", "everybody");
  await expect(
    `${JSON.stringify(api, null, 2)}\n`,
    "The API has changed. To update docs/openapi.json: npm run openapi",
  ).toMatchFileSnapshot(file);
});
