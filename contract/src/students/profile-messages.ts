export const aboutYou = "About you";
export const phone = "Phone";
export const email = "Email";
export const course = "Course";
export const courseExample = "B.Tech CSE";
export const semester = "Semester";
export const editSemester = "Edit semester";
export const country = "Country";
export const countryCode = "Country code";
export const whatsAppNumber = "WhatsApp number";
export const whoSeesNumber =
  "Buyers reach you on WhatsApp. Only logged-in students who contact you see the number.";
export const changeAvatar = "Change avatar";
export const chooseAvatar = "Choose an avatar";
export const styleSet = "Style set";
/** Q29: male and female name the two sets of drawings, nothing about the student. */
export const styleSets = { male: "Male", female: "Female" } as const;
export const unreachable =
  "Your profile could not be reached. Please check your connection and log in again.";
