import type { Vocabulary } from "./vocabulary.ts";

/** How students write about items in English. */
export const english: Vocabulary = {
  New: "brand new, brandnew, unused, un used, never used, not used, never worn, unworn, never opened, unopened, sealed, seal pack, sealed pack, box pack, box packed, packed, with tag, with tags, tag intact, tags on, new with tag, new with tags, still in box, plastic is on, untouched, not even opened, unboxed, new in box, fresh piece, fully new, totally new, totally unused, completely new",
  "Like New":
    "like new, almost new, practically new, nearly new, as good as new, good as new, as new, looks new, look new, new condition, mint, mint condition, excellent condition, excellent, flawless, perfect condition, pristine, immaculate, hardly used, barely used, rarely used, scarcely used, hardly any use, used once, worn once, wore once, wore only once, worn only once, only once, used twice, worn twice, wore twice, used only twice, maybe twice, once or twice, read once, 10 10, 9 10, 9 5 10, few times, hardly worn, barely worn, not even used",
  "Used - Good":
    "good condition, good working condition, very good condition, great condition, nice condition, decent condition, fine condition, ok condition, best condition, working condition, perfect working condition, proper working condition, excellent working condition, in good shape, good shape, great shape, used good, good as used, works fine, works well, works perfectly, works great, works properly, works like a charm, working fine, working perfectly, working well, working properly, perfectly working, fully working, fully functional, works, working, well maintained, well kept, gently used, lightly used, slightly used, moderately used, second hand, secondhand, pre owned, preowned, pre loved, preloved, looks great, runs well, runs great, superb condition, super condition, neat condition, 8 10, 7 10",
  "Used - Acceptable":
    "used acceptable, acceptable, fair condition, average condition, usable, okayish, rough condition, old but works, scratch, scratches, scratched, dent, dents, damaged, damage, minor damage, torn, tear, small tear, ripped, broken, cracked, crack, chipped, stain, stains, rust, rusty, rusted, worn out, faded, loose, a bit old, bit old, quite old, very old, needs repair, needs repairing, needs replacing, needs replacement, need repair, needs service, stick drift, drift, coil issue, issue, minor issue, not working, weak, wear and tear, missing, defect, defective, faulty, shows its age, heavily used, well used",
  new: "new, fresh",
  used: "old, used, use, been used, usage, in use, since, purchased, warranty used",
  years: "year, years, yr, yrs, sem, semester, semesters, summers, winters, seasons",
  months: "month, months, mnth, mnths, mth, mths",
  days: "day, days, week, weeks",
  times: "time, times, once, twice",
  offer:
    "selling, sell, for sale, on sale, sale, up for sale, wts, want to sell, wanna sell, need to sell, like to sell, selling off, selling my, giving away, giving, up for grabs, available, letting go of, looking for a new home, getting rid of, dispose, disposing, resale, resell, take it, grab, anyone interested, interested in, anyone want, anyone wants, someone want, does anyone want, does someone want, anyone up for, who d like, if anyone needs, if anyone wants, anyone needs, and it s yours, needs a new owner, i have, i ve, i got, have a spare, to offer, clearance, must go",
  want: "wtb, want to buy, looking to buy, looking for, need a, need an, need, needed, required, requirement, in search of, searching for, want a, wanted, anyone selling, anyone is selling, who is selling, someone selling, if you are selling, anybody selling, does anyone have, anyone have, anyone has, anybody has, who has, is anyone selling, any one selling, anyone got, can i get, borrow, rent, on rent, lost, found, please help",
  question:
    "is it available, still available, is this available, is the, available or not, price kya, interested, how much",
  sold: "sold, sold out, gone, taken",
  ask: "price, asking price, selling price, sp, rate, cost, asking, ask, for just, for only, for, at just, at only, at, just, only, want, wants, offering, expecting, expected, expected price, quoting, now, now at, final price, offer price, giving for, giving at, giving it for, selling for, selling at, selling it for, will give it for, will take, take it for, take them for, give it for, letting go for, looking for around, reduced to, dropped to, price drop",
  asked:
    "only, final, asking, or best offer, is what i expect, and it s yours, is okay, for it, for both, for the set, for all, total",
  former:
    "mrp, m r p, bought for, bought at, bought it for, bought it at, bought this for, bought, purchased for, purchased at, purchased it for, purchased, paid, i paid, cost me, they cost me, it cost me, costed, costed me, original price, originally, original cost, actual price, actual cost, market price, market value, retail price, online price, amazon price, flipkart price, new price, worth, was, was originally, earlier, earlier price, before, new one is, new one costs, new costs, costs, got it for, got it at, buying price, purchase price, printed price, list price, old price, instead of, retails for, retails at, value",
  formerly:
    "when i bought, when bought, mrp, on amazon, on flipkart, new, originally, original price, in the market, market price, was the price",
  budget:
    "budget, under, below, within, max, maximum, upto, up to, less than, around, minimum, min",
  rupees: "rs, inr, rupees, rupee, bucks, re",
  thousand: "k, thousand",
  lakh: "lakh, lakhs, lac, lacs",
  each: "each, per piece, a piece, per pc, apiece, per kg, pp",
  unit: "gb, tb, mb, kg, kgs, g, gm, gms, gram, grams, l, ltr, litre, litres, liter, ml, inch, inches, cm, mm, meter, metre, ft, feet, foot, w, watt, watts, v, volt, mah, mp, hz, ghz, mhz, km, kms, kmpl, cc, hp, x, pc, pcs, piece, pieces, nos, no, set, sets, pair, pairs, pack, speed, gear, gears, star, seater, socket, sockets, port, ports, page, pages, vol, volume, gen, th, st, nd, rd, edition, hr, hrs, hour, hours, min, mins, minutes, am, pm, percent, tier, step, core, bit, fps, dpi, pin, waist, model, burner, door, ton, tonne, bhk, lbs, pound, pounds, oz, wheels, wheel, strings, count, player, button",
  numbered:
    "size, uk, us, eu, model, series, class, version, no, number, vol, volume, part, edition, note, pro, gate, gen, ipad, iphone, room, sem, semester, of, mark, section, chapter, type, std, floor",
  negotiable:
    "nego, neg, negotiable, slightly negotiable, little negotiable, little bit negotiable, bit negotiable, price negotiable, open to offers, open to offer, open for negotiation, can be negotiated, can negotiate, we can talk, can talk, talk about the price, obo, or best offer, best offer, bargain possible, can bargain, slight nego, slightly nego, flexible, negotiations, make an offer, quote your price",
  fixed:
    "fixed, fixed price, price fixed, price is fixed, fix, fix price, firm, final, price final, final price, non negotiable, non nego, not negotiable, nonnegotiable, no nego, no negotiation, no negotiations, no bargain, no bargaining, dont bargain, don t bargain, do not bargain, no bargains, not go lower, no lowball, no lowballing, no offers, last price, strictly no bargaining",
  campus:
    "hostel, boys hostel, girls hostel, boy hostel, girl hostel, mens hostel, ladies hostel, mba hostel, pg hostel, bh, gh, lh, library, central library, canteen, cafeteria, food court, mess, academic block, acad block, admin block, block, department, dept, main gate, back gate, front gate, gate, campus, on campus, inside campus, college, auditorium, amphitheatre, oat, sac, student centre, music room, common room, gym area, ground, playground, sports complex, reading room, lab, workshop, reception, lobby, parking, cycle stand, hall, quad, lawn, kiosk, room",
  nearby:
    "flat, pg, apartment, bus stop, petrol pump, railway station, metro station, metro, mall, market, square, chowk, road, colony, nagar, vihar, society",
  area: "off campus, outside campus, outside college, near campus, patia, infocity, kiit, nandan vihar, chandrasekharpur, jaydev vihar, damana",
  at: "at, from, pickup, pick up, pickup at, pickup from, pick up from, pick it up from, collect from, collected from, can be collected from, can collect from, location, loc, venue, meet at, near, outside, behind, opposite, find me at, see it at, you can see it at, show it running in, come to, need to come to, in our, it s in our, place, in, handover at, deliver at, delivery at, staying at, staying in, address",
  month:
    "january, jan, february, feb, march, mar, april, apr, may, june, jun, july, jul, august, aug, september, sept, sep, october, oct, november, nov, december, dec",
  from: "available from, available after, available on, from, after, starting, starting from, can be collected after, can be picked up from, pickup after, pickup from, free from, ready from, handover after, handover on, possible after, possible from, can give after, will be available from, will be available after",
  until:
    "by, before, until, till, leaving on, leaving, since, bought in, in, purchased in, bought on, last",
  tomorrow: "tomorrow, tmrw, tmr",
  contact:
    "call, call me, call on, contact, contact me, contact at, contact no, contact number, phone no, phone number, mobile no, mob no, mob, ph, ph no, whatsapp, whatsapp me, wa, whats app, dm, dm me, dm for, dm to, pm me, ping, ping me, text me, msg, msg me, message me, inbox, mail, mail me, email, e mail, reach me, gpay, phonepe, paytm, upi, insta, instagram, telegram, serious buyers, serious buyers only, interested people, if interested, pay by, cash or, cash only",
  all: "all, both, everything, all of them, all items, all prices, prices, each item, total, entire",
  item: "item, item name, product, product name, name, things, articles",
  joint: "and, with, of, by, for, n, plus",
  filler:
    "hi, hii, hiii, hello, hey, heyy, hola, guys, all, everyone, everybody, folks, friends, people, good morning, good evening, good afternoon, i, i m, im, am, my, me, we, our, us, you, your, it, it s, its, this, these, those, that, they, them, there, is, are, was, be, been, has, have, had, do, does, did, will, would, can, could, the, a, an, some, any, one, few, and, or, so, because, as, since, but, if, to, too, of, in, on, by, with, please, pls, plz, urgent, urgently, urgent sale, asap, immediately, immediate, quick, item, items, thing, things, stuff, following, below, used, old, second, hand, condition, conditions, great, good, nice, beautiful, beloved, lovely, super, really, very, just, only, get, got, up, here, now, today, itself, extra, spare, own, original, original bill, bill, bill available, box, offers, offer, deal, contact, interested, dm, anyone, someone, somebody, anybody, who, want, wants, need, needs, needed, no, not, longer, more, almost, still, much, leaving, moving, out, going, graduating, home, reason, age, thanks, thank you, thx, note, details, description, desc, specs, features, color, colour, brand, cheap, throwaway, price drop, hot deal, left, sister s, friend, seniors, juniors, what, which, when, where, cost, age, quality, he, she, her, his, finally, totally, actually, basically, however, also, including, included, includes, comes, come, lying, doing, nothing, take, give, giving, given, ok, okay, yes, bro, forwarded, fwd, msg, hence, only, first years, it is, there s, here s, hope, sorry, lol, hehe",
  neutral:
    "no longer need, dont need, don t need, do not need, not needed, no scratch, no scratches, no dent, no dents, not a single scratch, scratch free, scratchless, without scratches, without any scratch, no damage, no damages, no tear, no torn pages, no torn, no stain, no stains, no rust, no issue, no issues, no problem, no defects, no folds, no marks, no crack, no cracks, no dead pixels, not broken, nothing broken, no fault, exam hall, gate cse, gate notes, gate books, for exams, lab coat, lab manual, table top, new room, new phone, new laptop, new one, new flat, new strings, new tyres, new grip, new battery, new cover, new tubes, new brakes, new city, new owner, new home, got a new, hostel room, hostel rooms, hostel essentials, hostel items, hostel life, hostel cleanup, leaving the hostel, leaving hostel, leaving campus, for hostel, not in a hostel room, warranty left, under warranty, in warranty, years warranty, year warranty, yr warranty, months warranty, month warranty, insurance, hp ink, ink tank, whiteboard marker, not used much, used to, works for, first owner, single owner, second owner, test ride, campus brand, sports shoes, drop in price, door delivery, at night, at the moment, good for, good deal, working hours, in full hd, press release, city cycle, market rate",
};
