// The markets of a file share image processes, each of which takes half a second of processor time to start.
import { afterAll } from "vitest";
import { createImageProcessor, type ImageProcessor } from "../src/photos/processor.ts";

let processor: ImageProcessor | undefined;

export const sharedProcessor = (): ImageProcessor =>
  (processor ??= createImageProcessor({ niceness: 0 }));

// Vitest runs this file for each test file.
afterAll(async () => {
  await processor?.close();
  processor = undefined;
});
