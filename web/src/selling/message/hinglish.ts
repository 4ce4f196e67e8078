import type { Vocabulary } from "./vocabulary.ts";

/** How students write about items in Hinglish. */
export const hinglish: Vocabulary = {
  New: "ekdum naya, ek dum naya, ekdum nayi, ekdum naye, bilkul naya, bilkul nayi, bilkul naye, naya hai, nayi hai, naye hai, naye hain, nahi pehna, nhi pehna, ek baar bhi nahi, nahi use, use nahi, kabhi use nahi, khola nahi, khole bhi nahi, khola bhi nahi",
  "Like New":
    "naya jaisa, naye jaisa, nayi jaisi, naye jaise, almost naya, ek dum fresh, ekdum fresh, ekdum new, ek baar pehna, ek baar pehni, ek hi baar, do baar pehne, do baar pehna, ek baar use, ek do baar, kam use, mushkil se use, ek mahina hi",
  "Used - Good":
    "thoda use, thodi use, halka use, sahi chal, sahi chalta, sahi hai, sab sahi, badhiya, badiya, mast, mast hai, condition achhi, condition achi, condition acha, achhi condition, achi condition, acchi condition, accha hai, acha hai, achha hai, makkhan, thik hai, theek hai, thik chal, koi dikkat nahi, koi problem nahi, sab chalti, chal raha hai, chalta hai, chalti hai, chalu, ekdum sahi, bilkul sahi",
  "Used - Acceptable":
    "thoda purana, thodi purani, bahut purana, kaafi purana, kam chalau, kaam chalau, toota, tuta, tooti, tuti, tut gaya, fata, fati, phata, phati, kharab, daag, nishaan, nishan, zang, jung, ganda, gandi, kam awaaz, thik karwana, theek karwana",
  new: "naya, nayi, naye",
  used: "purana, purani, purane, hua, hui, chala, chali, pehna, pehni, ho gaya, khelke",
  years: "saal, sal, sardiyan",
  months: "mahina, mahine",
  days: "din, hafta, hafte",
  times: "baar, bar",
  offer:
    "bechna, bechni, bechne, bech, bikau, nikalna hai, lelo, le lo, le le, lele, le jao, le jana, chahiye to, de raha, de rha, de rahi, dedunga, de dunga, de dungi, dunga, dungi, dedenge, de denge, mere paas, mere pass, kisi ko, jo chahiye",
  want: "mujhe, muje, kisi ke paas, kisi k paas, koi bech raha hai kya, bech raha hai kya, bech rha kya, chahiye tha, milega kya, hai kya",
  question: "chahiye, chaiye, chahie, bik gayi, bik gaya, kitne ka, kitne ki, kitne me, kya",
  sold: "bik gaya, bik gayi, bik gya",
  ask: "sirf, bas, daam, keemat",
  asked: "me, mein, mai, ka de dunga, ki de dunga, to, me final, me pakka",
  former: "liya tha, kharida, naya, market me",
  formerly:
    "ka tha, ki thi, ke the, ka liya, ki li, ke liye the, me liya, mein liya, me li thi, me kharida, mein kharida, ka kharida, ka aata, ki aati, ke aate, me aata, me aati, ka milta, ka naya",
  budget: "tak, ke andar, se kam",
  rupees: "rupaye, rupay, rupaiya",
  thousand: "hazar, hazaar",
  negotiable: "kam ho jayega, kam bhi ho, kam kar dunga, mol bhav, baat kar lenge, adjust ho",
  fixed: "pakka, ek daam, mol bhav nahi, kam nahi hoga",
  at: "se le jana, se le lo, se uthana, me dekh, me mil, mein mil, pe mil, ke bahar, ke paas, ke samne, aake le jao, pe",
  from: "ke baad, ke bad",
  tomorrow: "kal",
  contact: "call karo, msg karo, dm karo, contact karo, whatsapp karo, number",
  all: "sab, saare, saari, sabhi, dono",
  joint: "aur, ka, ki, ke, k, ya",
  filler:
    "bhai, bhaiyo, yaar, dosto, doston, log, logo, hai, hain, h, hu, hoon, hun, tha, thi, ho, hi, bhi, ko, se, ne, mera, meri, mere, apna, apni, ek, do, ye, yeh, wo, woh, jo, isliye, toh, par, lekin, koi, jaldi, ghar, ja, raha, rha, rahi, le, lo, lena, leni, baaki, thoda, thodi, thode, ekdum, bilkul, abhi, ab, paas, pass, padi, rakha, dekh, sun, aaj, batao, liye, cheezein, saman, samaan, free, kaagaz, kagaz",
  neutral:
    "bina dent, bina scratch, scratch nahi, nishaan nahi, kaam nahi aa raha, naya liya, naya le liya, naya set, naya phone, naya laptop, naye lagwaye, naya lagwaya, naya dalwaya, ja raha, padhai ke liye",
};
