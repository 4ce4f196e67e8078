// Vitest runs this again for each test file; the modules that it imports are the same for all files of a worker.
import { afterAll } from "vitest";
import { closeSharedProcessor } from "./shared-processor.ts";

afterAll(closeSharedProcessor);
