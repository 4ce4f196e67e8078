import type { Vocabulary } from "./vocabulary.ts";

export const english: Vocabulary = {
  New: "brand new, unused, never used, not used, never worn, unworn, never opened, unopened, sealed, box pack, packed, with tag, untouched, fully new",
  "Like New":
    "like new, almost new, good as new, looks new, new condition, mint, excellent, flawless, pristine, hardly used, barely used, rarely used, hardly worn, used once, used twice, read once, few time, worn once, only once",
  "Used - Good":
    "good condition, great condition, decent condition, working condition, good shape, used good, works, working, well maintained, well kept, gently used, lightly used, slightly used, pre owned, pre loved, second hand, secondhand",
  "Used - Acceptable":
    "acceptable, fair condition, average condition, rough condition, scratch, dent, damaged, torn, tear, broken, cracked, crack, chipped, stain, rust, worn out, faded, loose, very old, repair, drift, issue, not working, weak, missing, defect, faulty, well used",
  new: "new, fresh",
  used: "old, used, use, worn, wore, back, ago, been used, since, purchased",
  years: "year, yr, sem, semester, summer, winter, season",
  months: "month, mnth, mth",
  days: "day, week",
  times: "time, once, twice",
  offer:
    "selling, sell, for sale, sale, wts, giving away, giving, up for grabs, available, letting go, looking for a new home, getting rid, interested, anyone need, needs a new owner, i have, ive, i got, have a spare, moving out, leaving, anyone want, someone want",
  want: "wtb, want to buy, looking to buy, looking for, does anyone have, need, required, anyone selling, someone selling, who is selling, you are selling, anyone has, who has, anyone got, can i get, borrow, rent, lost, found",
  question: "is it available, still available, is this available, is the, how much, interested",
  sold: "sold, sold out",
  ask: "price, sp, rate, cost, asking, ask, for, at, just, only, want, wants, expecting, expected, now, looking for, reduced to, final price, selling price",
  asked: "only, final, asking, or best offer",
  former:
    "mrp, bought, purchased, paid, costed, originally, worth, was, earlier, before, new one is, costs, old price, instead of, cost me",
  formerly:
    "less, off, extra, more, discount, delivery, when i bought, mrp, on amazon, on flipkart, originally",
  budget:
    "budget, under, below, within, max, upto, up to, less than, around, min, shutter, odo, reading",
  rupees: "rs, inr, rupee, buck, re",
  thousand: "k, thousand",
  lakh: "lakh, lac",
  each: "each, per piece, per pc, a piece, apiece",
  unit: "gb, tb, mb, kg, g, gm, l, ltr, ml, inch, cm, mm, ft, w, watt, v, mah, km, cc, x, pc, piece, nos, no, set, pair, pack, speed, gear, star, seater, socket, port, page, vol, edition, hr, hour, min, am, pm, waist, ton",
  numbered:
    "size, uk, us, model, series, class, no, number, vol, part, note, pro, gate, ipad, iphone, room, sem, semester, of, type, floor",
  negotiable:
    "nego, neg, negotiable, can negotiate, obo, best offer, open to offer, can bargain, flexible, can talk",
  fixed:
    "fixed, fix, firm, final, non negotiable, non nego, no bargain, no bargaining, dont bargain, not go lower, no lowball, last price, final price, fixed price, strictly",
  campus:
    "hostel, bh, gh, lh, library, canteen, mess, block, department, dept, gate, campus, college, auditorium, sac, common room, ground, lab, workshop, reception, parking, cycle stand, hall, room",
  nearby:
    "flat, pg, apartment, bus stop, petrol pump, station, metro, mall, market, square, chowk, road, colony, nagar, vihar, society",
  area: "off campus, outside campus, outside college, near campus, patia, infocity, kiit",
  at: "at, from, pickup, pick up, collect, location, loc, venue, meet, near, outside, behind, opposite, in, come, staying, address, collected",
  month:
    "january, jan, february, feb, march, mar, april, apr, may, june, jun, july, jul, august, aug, september, sept, sep, october, oct, november, nov, december, dec",
  from: "from, after, starting, available on, ready by",
  until: "by, before, until, till, leaving, since, bought, last",
  tomorrow: "tomorrow, tmrw",
  contact:
    "call, contact, phone number, mob, ph, whatsapp, wa, dm, pm, ping, msg, message, mail, email, paytm, upi, insta, telegram, cash",
  all: "all, both, everything, price, each item, total, these, every",
  joint: "and, or, with, of, by, for, n, plus",
  filler:
    "hi, hii, hello, hey, everyone, folk, friend, people, good, morning, evening, i, im, am, my, me, we, our, you, your, it, this, that, their, there, is, are, be, has, have, had, do, did, will, would, can, could, the, a, an, some, any, one, few, so, because, as, but, if, to, too, in, on, please, pls, plz, urgent, asap, item, thing, stuff, condition, great, nice, beautiful, really, very, get, got, here, today, extra, spare, own, original, bill, box, offer, deal, anyone, someone, who, no, not, more, out, note, left, what, which, when, where, her, his, also, including, included, come, comes, take, give, ok, bro, maybe, slightly, slight, little, bit, product, name, its, guy",
  neutral:
    "dont need, no scratch, no dent, scratch free, without scratch, no damage, no torn, no stain, no rust, no issue, no problem, no crack, not broken, new room, new phone, new laptop, new battery, got a new, hostel room, hostel essential, hostel item, the hostel, for hostel, under warranty, in warranty, used to, new one",
};
