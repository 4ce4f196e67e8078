import type { Vocabulary } from "./vocabulary.ts";

/** How students write about items in Hinglish; `naya` covers `nayi` and `naye` too. */
export const hinglish: Vocabulary = {
  New: "ekdum naya, ek dum naya, bilkul naya, naya hai, nahi pehna, nhi pehna, ek baar bhi nahi, nahi use, use nahi, khola nahi, khola bhi nahi",
  "Like New":
    "naya jaisa, almost naya, ek dum fresh, ekdum fresh, ekdum new, ek baar pehna, ek hi baar, do baar pehna, ek baar use, ek do baar, kam use, ek mahina hi",
  "Used - Good":
    "thoda use, halka use, badhiya, badiya, mast, achha condition, acha condition, acha hai, achha hai, makkhan, koi dikkat nahi, koi problem nahi, chal raha hai, chalta hai, sab chalta, chalu, sahi, thik, theek",
  "Used - Acceptable":
    "thoda purana, bahut purana, kaafi purana, kaam chalau, toota, tuta, tut gaya, fata, phata, kharab, daag, nishaan, zang, ganda, kam awaaz, thik karwana",
  new: "naya",
  used: "purana, hua, hui, chala, pehna, ho gaya, khelke",
  years: "saal, sal, sardiyan",
  months: "mahina",
  days: "din, hafta",
  times: "baar",
  offer:
    "bechna, bech, bikau, nikalna hai, lelo, le lo, lele, le jao, le jana, chahiye to, de raha, de rha, dedunga, de dunga, dunga, dedenge, de denge, mere paas, mere pass, kisi ko, jo chahiye",
  want: "mujhe, muje, kisi ke paas, koi bech raha hai kya, bech raha hai kya, chahiye tha, milega kya, hai kya",
  question: "chahiye, chaiye, chahie, bik gaya, kitne ka, kitne me, kya",
  sold: "bik gaya, bik gya",
  ask: "sirf, bas, daam, keemat",
  asked: "me, mein, mai, ka de dunga, to",
  former: "liya tha, kharida, naya, market me",
  formerly:
    "ka tha, ki thi, ka liya, ki li, me liya, mein liya, me kharida, mein kharida, ka kharida, ka aata, me aata, ka milta, ka naya",
  budget: "tak, ke andar, se kam",
  rupees: "rupaye, rupay",
  thousand: "hazar, hazaar",
  negotiable: "kam ho jayega, kam bhi ho, kam kar dunga, mol bhav, baat kar lenge, adjust ho",
  fixed: "pakka, ek daam, mol bhav nahi, kam nahi hoga",
  at: "se le jana, se le lo, se uthana, me dekh, me mil, mein mil, pe mil, ke bahar, ke paas, ke samne, aake le jao, pe",
  from: "ke baad",
  tomorrow: "kal",
  contact: "call karo, msg karo, dm karo, contact karo, whatsapp karo, number",
  all: "sab, saare, saara, sabhi, dono",
  joint: "aur, ka, ki, ke, k, ya",
  filler:
    "bhai, bhaiyo, yaar, dosto, doston, log, logo, hai, hain, h, hu, hoon, hun, tha, ho, hi, bhi, ko, se, ne, mera, apna, ek, do, ye, yeh, wo, woh, jo, isliye, toh, par, lekin, koi, jaldi, ghar, ja, raha, rha, le, lo, lena, baaki, thoda, ekdum, bilkul, abhi, ab, paas, pass, pada, rakha, dekh, sun, aaj, batao, liye, cheezein, saman, free, kagaz",
  neutral:
    "bina dent, bina scratch, scratch nahi, nishaan nahi, kaam nahi aa, naya liya, naya le liya, naya set, naya phone, naya laptop, naya lagwaya, naya dalwaya, ja raha, padhai ke liye",
};
