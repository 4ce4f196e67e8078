import { expect, it } from "vitest";
import { type OwnRow, presentProduct } from "./present-product.ts";

const row: OwnRow = {
  code: "abcdefg",
  id: "01994e50-0000-7000-8000-000000000001",
  sellerId: "01994e50-0000-7000-8000-000000000002",
  name: "Hero Sprint cycle",
  pricePaise: 320050,
  description: 'Rides "well"',
  images: [],
  createdAt: new Date("2026-11-24T09:30:00.001Z"),
  isSold: false,
  category: "Mobility & Transport",
  condition: "Like New",
  locationType: "nearby",
  version: 3,
  drafted: false,
  negotiable: true,
  availableFrom: null,
  confirmedAt: null,
  unconfirmedSince: null,
  reservedUntil: null,
  previousPricePaise: 400000,
  expired: false,
  contact: "ask",
  contactChoice: null,
  phone: "+919812345678",
  address: "Gate 2, near the cycle stand",
  hidden: true,
  saidSold: true,
  unanswered: false,
  resting: false,
  restingBecause: null,
  hasExpired: false,
  keptUntil: null,
  hiddenNote: "A counterfeit",
  decisionDueAt: null,
  views: 7,
  asked: 0,
};

it("R924 Q38 Q39 shows a visitor no phone and no address, even of a row that contains them", () => {
  const text = JSON.stringify(presentProduct(row, "visitor"));
  expect(text).toBe(
    '{"_id":"01994e50-0000-7000-8000-000000000001","code":"abcdefg","name":"Hero Sprint cycle","price":3200.5,"description":"Rides \\"well\\"",' +
      '"images":[],"createdAt":"2026-11-24T09:30:00.001Z","seller":{"_id":"01994e50-0000-7000-8000-000000000002","phone":null},' +
      '"isSold":false,"category":"Mobility & Transport","condition":"Like New","locationType":"nearby","address":null,' +
      '"version":3,"negotiable":true,"previousPrice":4000,"contact":"ask"}',
  );
});

it("R924 shows phone and address with a contact, and nothing that is for the seller only", () => {
  const product = presentProduct(row, "contact");
  expect(product.seller.phone).toBe("+919812345678");
  expect(product.address).toBe("Gate 2, near the cycle stand");
  expect(JSON.stringify(product)).not.toMatch(/views|asked|saidSold|contactChoice/);
});

it("R924 shows the seller what only they may see", () => {
  expect(JSON.stringify(presentProduct(row, "seller"))).toMatch(
    /"contact":"ask","contactChoice":null,"hidden":true,"saidSold":true,"hiddenBecause":"A counterfeit","views":7,"asked":0\}$/,
  );
});
