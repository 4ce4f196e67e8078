import type { Vocabulary } from "./vocabulary.ts";

/** How students write about items in English. */
export const english: Vocabulary = {
  New: "brand new, brandnew, unused, never used, not used, never worn, unworn, never opened, unopened, sealed, seal pack, box pack, box packed, packed, with tag, with tags, tag intact, tags on, plastic is on, untouched, unboxed, fully new, totally new, completely new",
  "Like New":
    "like new, almost new, practically new, nearly new, good as new, as new, looks new, new condition, mint, excellent, excellent condition, flawless, perfect condition, pristine, hardly used, barely used, rarely used, hardly worn, barely worn, used once, worn once, wore once, wore only once, only once, used twice, worn twice, maybe twice, once or twice, read once, few times",
  "Used - Good":
    "good condition, good working condition, very good condition, great condition, nice condition, decent condition, fine condition, best condition, working condition, perfect working condition, excellent working condition, good shape, great shape, used good, works fine, works well, works perfectly, works great, works properly, working fine, working perfectly, working well, perfectly working, fully working, fully functional, works, working, well maintained, well kept, gently used, lightly used, slightly used, second secondhand, pre owned, pre loved, looks great, runs well",
  "Used - Acceptable":
    "used acceptable, acceptable, fair condition, average condition, rough condition, old but works, scratch, scratched, dent, damaged, damage, torn, tear, ripped, broken, broke, cracked, crack, chipped, stain, stained, rust, rusty, worn out, faded, loose, bit old, quite old, very old, repair, needs replacing, drift, issue, not working, weak, missing, defect, faulty, shows its age, heavily used, well used",
  new: "new, fresh",
  used: "old, used, use, worn, wore, back, ago, been used, since, purchased",
  years: "year, yr, sem, semester, summer, winter, season",
  months: "month, mnth, mth",
  days: "day, week",
  times: "time, once, twice",
  offer:
    "selling, sell, for sale, sale, wts, giving away, giving, up for grabs, available, letting go, looking for a new home, get rid, getting rid, dispose, resale, resell, grab, interested, anyone want, someone want, anyone up for, who d like, whod like, if anyone need, anyone need, it s yours, needs a new owner, i have, i ve, ive, i got, have a spare, clearance, must go, moving out, leaving",
  want: "wtb, want to buy, looking to buy, looking for, need, required, requirement, searching for, want a, wanted, anyone selling, someone selling, is anyone selling, who is selling, you are selling, does anyone have, anyone have, anyone has, anybody has, who has, anyone got, can i get, borrow, rent, lost, found",
  question: "is it available, still available, is this available, is the, how much, interested",
  sold: "sold, sold out",
  ask: "price, sp, rate, cost, asking, ask, for, at, just, only, want, wants, expecting, expected, now, for sale, take, looking for, reduced to, final price, fixed price, selling price, offer price",
  asked: "only, final, asking, is okay, is what i expect, and it s yours, or best offer",
  former:
    "mrp, m r p, bought, bought for, bought at, bought it for, bought it at, bought this for, purchased, purchased for, purchased at, paid, cost me, cost me around, costed, original price, originally, actual price, market price, retail price, online price, amazon price, new price, worth, was, earlier, before, new one is, new costs, costs, got it for, printed price, old price, instead of",
  formerly:
    "less, off, extra, more, discount, delivery, when i bought, mrp, on amazon, on flipkart, originally, original, market price",
  budget:
    "budget, under, below, within, max, upto, up to, less than, around, min, shutter, odo, reading",
  rupees: "rs, inr, rupee, buck, re",
  thousand: "k, thousand",
  lakh: "lakh, lac",
  each: "each, per piece, per pc, a piece, apiece",
  unit: "gb, tb, mb, kg, g, gm, gram, l, ltr, litre, liter, ml, inch, inche, cm, mm, meter, ft, feet, w, watt, v, volt, mah, mp, hz, ghz, km, kmpl, cc, hp, x, pc, piece, nos, no, set, pair, pack, speed, gear, star, seater, socket, port, page, vol, gen, edition, hr, hour, min, minute, am, pm, tier, core, waist, ton, bhk, lb, oz, count, player, person",
  numbered:
    "size, uk, us, model, series, class, no, number, vol, part, note, pro, gate, ipad, iphone, room, sem, semester, of, type, floor",
  negotiable:
    "nego, neg, negotiable, negotiation, can be negotiated, can negotiate, talk about the price, can talk, obo, best offer, open to offer, open for offer, can bargain, flexible",
  fixed:
    "fixed, fix, firm, final, non negotiable, non nego, not negotiable, no nego, no negotiation, no bargain, no bargaining, dont bargain, don t bargain, do not bargain, not go lower, no lowball, no offer, last price, final price, fixed price, strictly",
  campus:
    "hostel, boys hostel, girls hostel, mba hostel, bh, gh, lh, library, canteen, cafeteria, food court, mess, block, department, dept, main gate, back gate, gate, campus, college, auditorium, amphitheatre, oat, sac, student centre, music room, common room, ground, sports complex, reading room, lab, workshop, reception, lobby, parking, cycle stand, hall, room",
  nearby:
    "flat, pg, apartment, bus stop, petrol pump, station, metro, mall, market, square, chowk, road, colony, nagar, vihar, society",
  area: "off campus, outside campus, outside college, near campus, patia, infocity, kiit",
  at: "at, from, pickup, pick up, collect, collected, location, loc, venue, meet, near, outside, behind, opposite, find me, see it, in, come, our, staying, address",
  month:
    "january, jan, february, feb, march, mar, april, apr, may, june, jun, july, jul, august, aug, september, sept, sep, october, oct, november, nov, december, dec",
  from: "from, after, starting, available on, ready by",
  until: "by, before, until, till, leaving, since, bought, last",
  tomorrow: "tomorrow, tmrw",
  contact:
    "call, contact, phone no, phone number, mobile no, mob, ph, whatsapp, wa, dm, pm, ping, text me, msg, message, inbox, mail, email, reach me, gpay, phonepe, paytm, upi, insta, telegram, serious buyer, cash",
  all: "all, both, everything, price, each item, total, these, every",
  item: "item, item name, product, product name, name",
  joint: "and, or, with, of, by, for, n, plus",
  filler:
    "hi, hii, hello, hey, heyy, guy, everyone, everybody, folk, friend, people, good, morning, evening, afternoon, i, im, am, my, me, we, our, you, your, it, its, this, that, they, them, their, there, is, are, be, has, have, had, do, did, will, would, can, could, the, a, an, some, any, one, few, so, because, as, but, if, to, too, in, on, please, pls, plz, urgent, urgently, asap, immediate, item, thing, stuff, following, below, condition, great, nice, beautiful, beloved, lovely, super, really, very, get, got, here, today, itself, extra, spare, own, original, bill, box, offer, deal, anyone, someone, somebody, anybody, who, need, no, not, longer, more, almost, still, much, leaving, moving, out, going, graduating, home, reason, age, thanks, thank, note, brand, cheap, left, senior, junior, what, which, when, where, quality, he, she, her, his, finally, totally, actually, also, including, included, come, comes, doing, lying, nothing, take, give, ok, okay, yes, bro, hope, sorry, lol, maybe, since, slightly, slight, little, bit, wrong, happy",
  neutral:
    "no longer need, dont need, don t need, do not need, not needed, no scratch, no dent, scratch free, scratchless, without scratch, no damage, no tear, no torn, no stain, no rust, no issue, no problem, no defect, no fold, no mark, no crack, no dead pixel, not broken, new room, new phone, new laptop, new one, new string, new tyre, new grip, new battery, new cover, new owner, new home, got a new, hostel room, hostel essential, hostel item, hostel cleanup, hostel stuff, the hostel, leaving hostel, for hostel, warranty left, under warranty, in warranty, year warranty, yr warranty, month warranty, used to, test ride, campus brand",
};
