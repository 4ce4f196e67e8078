export const title = "Title";
export const titleRequired = "Say in a few words what it is.";
export const features = "Features";
export const featuresHint = "What is good about it, separated by commas";
export const featuresExample = "new tyres, lock included";
export const generate = "Generate";
export const generating = "Generating...";
export const ready = "The description is ready.";
export const writtenBy = {
  local: "A simple draft from your words. Please check it.",
  provider: "Written by an AI from your words. Please check it.",
} as const;
export const use = "Use AI";
export const discard = "Discard";
export const refused = "Failed to generate description";
export const failed = "Error generating description";
export const checkConnection = "Please check your connection and try again.";
