import type { Vocabulary } from "./vocabulary.ts";

/** How students write about items in Hinglish. */
export const hinglish: Vocabulary = {
  New: "ekdum naya, ek dum naya, ekdam naya, ekdum nayi, ekdum naye, bilkul naya, bilkul nayi, bilkul naye, bikul naya, poora naya, pura naya, naya hai, nayi hai, naye hai, naye hain, naya h, nahi pehna, nhi pehna, pehna nahi, ek baar bhi nahi pehna, ek bar bhi nahi, nahi use kiya, use nahi kiya, use nhi kiya, use nahi hua, kabhi use nahi, khola nahi, khole bhi nahi, khola bhi nahi, packing me hai, seal hai, sealed hai, dabba band, ek baar bhi use nahi",
  "Like New":
    "naya jaisa, naye jaisa, nayi jaisi, naye jaise, jaise naya, lagbhag naya, lagbhag nayi, almost naya, ek dum fresh, ekdum fresh, ekdum new, ek baar pehna, ek baar pehni, ek hi baar pehna, ek hi baar, ek bar pehna, do baar pehne, do baar pehna, do bar pehna, ek baar use, ek do baar, 1 2 baar, 2 3 baar, kam use, bahut kam use, bohot kam use, kaafi kam use, mushkil se use, ek mahina hi, kuch din use, ek hafta use",
  "Used - Good":
    "thoda use, thoda use kiya, thoda use kiya hai, thodi use, thoda bahut use, thoda sa use, halka use, sahi chal raha, sahi chal rahi, sahi chalta, sahi hai, sahi h, sab sahi, badhiya hai, badhiya chalta, badhiya chalti, badhiya chal raha, badhiya, badiya, mast hai, mast chalta, mast condition, condition mast, condition achhi, condition achi, condition acha, achhi condition, achi condition, acchi condition, acha condition, badhiya condition, condition badhiya, accha hai, acha hai, achha hai, makkhan, makhan, thik hai, theek hai, thik chal raha, sab thik, koi dikkat nahi, koi problem nahi, sab chalti, sab chalte, chal raha hai, chalta hai, chalti hai, chalu hai, chalu condition, ekdum sahi, bilkul sahi, ekdum mast, ekdum badhiya, kaam karta, ekdum garam",
  "Used - Acceptable":
    "thoda purana, thodi purani, thode purane, bahut purana, kaafi purana, kafi purana, kam chalau, kaam chalau, toota, tuta, tooti, tuti, toota hua, tuta hua, tut gaya, toot gaya, fata, fati, phata, phati, fati hui, fata hua, kharab, daag, nishaan, nishan, scratch hai, scratches hai, zang, jung laga, ganda, gandi, battery weak, halka crack, kam awaaz, repair karna, repair krna, banwana padega, theek karwana, thik karwana",
  new: "naya, nayi, naye",
  used: "purana, purani, purane, use kiya, use kiya hai, use hua, use hui, use ki, chala, chali, chala hai, hua, hui, pehna, pehni, ho gaya, ho gya, khelke, chal chuka",
  years: "saal, sal, sardiyan, garmi",
  months: "mahina, mahine, mahina hi, maheena, maheene",
  days: "din, hafta, hafte",
  times: "baar, bar",
  offer:
    "bechna, bechna hai, bechna h, bechni, bechni hai, bech, bech raha, bech rha, bech rahi, bech rhi, bech raha hu, bech raha hoon, bech rha hu, bech rahi hu, bech rha hoon, bechna tha, bechne, bechne hai, bechni h, bikau, bikau hai, nikalna hai, sell karna, sell karna hai, sell kar raha, sell krna, sell krni, lelo, le lo, le le, lele, le jao, le jana, le loge, chahiye to batao, chahiye to, de raha, de rha, de raha hu, de rahi hu, dedunga, de dunga, de dungi, dunga, dungi, dedenge, de denge, mere paas, mere pass, kisi ko chahiye, lena hai kisi ko, kisi ko, chahiye kisi ko, jo chahiye, nikal raha",
  want: "mujhe chahiye, mujhe, muje, kisi ke paas, kisi k paas, kisike paas, koi bech raha hai kya, bech raha hai kya, bech rha kya, koi, chahiye tha, chahiye thi, lena hai, leni hai, milega kya, hai kya, hai kya kal",
  question:
    "chahiye, chaiye, chahie, bik gayi kya, bik gaya kya, bika kya, available hai kya, kitne ka, kitne ki, kitne me, kya",
  sold: "bik gaya, bik gayi, bik gya, bik chuka",
  ask: "sirf, bas, daam, dam, keemat, kimat, kewal",
  asked:
    "me, mein, m, mai, me de dunga, mein de dunga, me dedunga, ka de dunga, ki de dunga, me lelo, me le lo, mein le lo, me le lo, me le jao, mein le jao, me le jana, me bechna, mein bechna, me dunga, mein dunga, me final, mein final, me pakka, me koi bhi, me de raha, me dedenge, me lele, mein dono, me dono, wala, to",
  former:
    "liya tha, kharida, kharida tha, naya, naya wala, market me, market mein, bazaar me, amazon pe, pehle",
  formerly:
    "ka tha, ki thi, ke the, ka liya, ki li, ke liye the, ka liya tha, ki li thi, ke liye, ka kharida, me liya, mein liya, me liya tha, mein liya tha, me kharida, mein kharida, me kharida tha, mein kharida tha, ka aata, ki aati, ke aate, ka aata hai, ki aati hai, ka milta, ka naya, ka mrp, ka hai naya, me li thi, mein li thi, me aata, me aati, me milta, ki thi",
  budget: "tak, ke andar, se kam",
  rupees: "rupaye, rupay, rupe, rupaiya, rupya, rupiye, rupee",
  thousand: "hazar, hazaar, hajar",
  each: "ek ka, ek piece, har ek, per",
  negotiable:
    "nego hai, nego ho jayega, nego ho jaega, thoda kam, thoda kam ho jayega, kam ho jayega, kam bhi ho jayega, kam kar dunga, thoda kam kar dunga, thoda nego, mol bhav, mol bhaav, baat kar lenge, adjust ho jayega, adjust kar lenge, thoda adjust",
  fixed:
    "pakka, ek daam, ek dam fix, mol bhav nahi, mol bhaav nahi, no mol bhav, kam nahi hoga, kam nhi hoga, bargain mat, bargaining mat",
  at: "se le jana, se le lo, se uthana, me dekh lo, mein dekh lo, me mil lena, pe mil lo, me mil lo, mein mil lo, ke bahar, ke paas, ke samne, ke pass, aake le jao, aa ke le jao, yaha se, se, pe, par, me milunga, mein milunga",
  from: "ke baad, k baad, ke bad",
  tomorrow: "kal",
  contact:
    "call karo, call kro, call kar, msg karo, msg kro, dm karo, dm kro, contact karo, contact kro, whatsapp karo, whatsapp kro, message karo, ping karo, number",
  all: "sab, saare, saari, sabhi, dono, sabka, teeno",
  joint: "aur, ka, ki, ke, k, ya, wala, wali, wale",
  filler:
    "bhai, bhaiyo, bhaiyon, bhai log, bhai logo, bhailog, yaar, yar, dosto, doston, log, logo, hai, hain, h, he, hu, hoon, hun, tha, thi, the, ho, hi, bhi, ko, se, ne, mera, meri, mere, apna, apni, apne, ek, do, ye, yeh, wo, woh, jo, isliye, kyunki, to, toh, par, but, lekin, pe, kisi, kisiko, koi, sirf, bas, jaldi, ghar, ja, raha, rha, rahi, purana, purani, purane, naya, nayi, naye, kya, le, lo, lena, leni, sab, saare, saari, ka, ki, ke, baaki, thoda, thodi, thode, ekdum, bilkul, abhi, ab, juniors, paas, pass, padi, pada, rakha, rakhi, hua, hui, condition, free, cheezein, saman, samaan, dekh, sun, aaj, batao, walo, kaagaz, kagaz, liye",
  neutral:
    "bina dent, bina dent ke, bina scratch, koi scratch nahi, scratch nahi, koi nishaan nahi, kaam nahi aa raha, kaam nahi aata, kaam nahi aa rahi, naya liya, nayi li, naya le liya, naya set liya, naya phone, naya laptop, naye lagwaye, naya lagwaya, naya dalwaya, naye dalwaye, nayi lagwayi, bill bhi hai, kagaz sab clear, jo bhi le, aaj hi le, le lena, ja raha, ja rahi, chale ja, kitna bhi, padhai ke liye, room ke liye, kal ke liye",
};
