import { createImageProcessor, type ImageProcessor } from "../src/photos/processor.ts";

let processor: ImageProcessor | undefined;

/** The markets of a test file share image processes, each of which takes half a second of processor time to start. */
export const sharedProcessor = (): ImageProcessor =>
  (processor ??= createImageProcessor({ niceness: 0 }));

export async function closeSharedProcessor(): Promise<void> {
  await processor?.close();
  processor = undefined;
}
