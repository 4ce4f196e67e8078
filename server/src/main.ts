import { enableCompileCache } from "node:module";
import { keepTickShape } from "./operations/tick-shape.ts";

keepTickShape();
enableCompileCache();
const { start } = await import("./start.ts");
await start();
