/** Header of a kept answer: when it was kept, in milliseconds since 1970. Nothing from the network has it. */
export const keptAtHeader = "x-kept-at";
