import { maxLength, mostDaysAhead } from "@market/contract/limits";
import * as dealMessages from "@market/contract/deals/messages";
import { contactPatterns } from "@market/contract/products/contact-patterns";
import * as pasteMessages from "@market/contract/products/paste-messages";
import * as itemMessages from "@market/contract/products/messages";
import * as sellingMessages from "@market/contract/products/selling-messages";
import { formatPrice } from "@market/contract/price";
import {
  dayOf,
  type FormFault,
  type ProductDraft,
  type ProductField,
  readPrice,
} from "@market/contract/products/product-form";
import {
  categories,
  type Category,
  conditions,
  locationLabels,
  locationTypes,
} from "@market/contract/products/product";
import { type ChangeEvent, type ReactNode, useState } from "react";
import { Button } from "../ui/button.tsx";
import { Field, Mark } from "../ui/field.tsx";
import { Icon } from "../ui/more-icons.tsx";
import { Switch } from "../ui/switch.tsx";
import { AskFirst } from "./ask-first.tsx";
import { PriceHint } from "./price-hint.tsx";
import { PlatformFee } from "../cart/platform-fee.tsx";
import { CategoryIcon } from "../products/card/category-icon.tsx";

const holdsContact = (text: string) =>
  contactPatterns.some(({ pattern }) => text.search(pattern) >= 0);

const choiceFields = [
  {
    name: "category",
    legend: sellingMessages.category,
    columns: "grid-cols-[repeat(auto-fit,minmax(max(9rem,30%),1fr))]",
    choices: categories.map((category) => ({
      value: category,
      label: category,
      icon: <CategoryIcon category={category} className="size-7 shrink-0" />,
    })),
  },
  {
    name: "condition",
    legend: sellingMessages.condition,
    columns: "grid-cols-[repeat(auto-fit,minmax(max(9rem,40%),1fr))]",
    choices: conditions.map((value) => ({
      value,
      label: value,
      note: sellingMessages.conditionNotes[value],
    })),
  },
  {
    name: "locationType",
    legend: sellingMessages.locationType,
    columns: "grid-cols-[repeat(auto-fit,minmax(max(9rem,40%),1fr))]",
    choices: locationTypes.map((value) => ({
      value,
      label: locationLabels[value],
      note: sellingMessages.locationNotes[value],
    })),
  },
] as const;

export type FormErrors = Partial<Record<FormFault["field"], string>>;
type TextField = ProductField | "availableFrom";
type Props = {
  errors: FormErrors;
  typed: ProductDraft;
  /** Fields that a message has filled, until they are touched. */
  fromMessage: readonly string[];
  onChange: (changed: Partial<ProductDraft>) => void;
  /** The category that the name suggests while none is chosen. */
  suggested: Category | undefined;
  belowName?: ReactNode;
  onWrite: () => void;
};

export function ProductFields(props: Props) {
  const { errors, typed, fromMessage, onChange, suggested, belowName, onWrite } = props;
  const field = (name: TextField) => ({
    name,
    value: typed[name] ?? "",
    onChange: ({ target }: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) =>
      onChange({ [name]: target.value }),
  });
  const markOf = (name: TextField) =>
    fromMessage.includes(name) ? pasteMessages.fromMessage : undefined;
  const warningOf = (name: "name" | "description") =>
    holdsContact(typed[name]) ? pasteMessages.holdsContact : undefined;
  const rupees = readPrice(typed.price);
  const [isPricing, setIsPricing] = useState(false);
  const [today] = useState(() => Date.now());
  return (
    <>
      <Field
        label={sellingMessages.name}
        mark={markOf("name")}
        hint={warningOf("name")}
        error={errors.name}
      >
        <input maxLength={maxLength.name} autoComplete="off" {...field("name")} />
      </Field>
      {suggested && (
        <button
          type="button"
          aria-label={dealMessages.suggestedCategory(suggested)}
          className="pressable bg-mint text-on-mint -mt-4 inline-flex min-h-12 items-center gap-2 justify-self-start rounded-full px-4 text-sm font-bold"
          onClick={() => onChange({ category: suggested })}
        >
          <CategoryIcon category={suggested} className="size-5 shrink-0" />
          {dealMessages.looksLike(suggested)}
          <Icon name="check" />
        </button>
      )}
      {belowName}
      <Field
        label={sellingMessages.price}
        prefix="₹"
        mark={markOf("price")}
        hint={
          typeof rupees === "number" && rupees > 0 ? formatPrice(rupees) : sellingMessages.inRupees
        }
        error={errors.price}
      >
        <input
          inputMode="decimal"
          autoComplete="off"
          onFocus={() => setIsPricing(true)}
          {...field("price")}
        />
      </Field>
      {isPricing && (
        <PriceHint name={typed.name} category={typed.category} condition={typed.condition} />
      )}
      <Switch
        label={sellingMessages.negotiable}
        checked={typed.negotiable === "true"}
        onChange={(is) => onChange({ negotiable: String(is) })}
      >
        {sellingMessages.negotiable}
      </Switch>
      {choiceFields.map(({ name, ...choice }) => (
        <ChoiceField
          key={name}
          mark={markOf(name)}
          error={errors[name]}
          field={field(name)}
          {...choice}
        />
      ))}
      <Field
        label={sellingMessages.address}
        mark={markOf("address")}
        hint={sellingMessages.whoSeesAddress}
        error={errors.address}
      >
        <input
          maxLength={maxLength.address}
          placeholder={sellingMessages.addressExample}
          autoComplete="off"
          {...field("address")}
        />
      </Field>
      <AskFirst choice={typed.contact ?? ""} onChange={(contact) => onChange({ contact })} />
      <Field
        label={sellingMessages.availableFrom}
        mark={markOf("availableFrom")}
        hint={sellingMessages.availableHint}
        error={errors.availableFrom}
      >
        <input
          type="date"
          min={dayOf(today)}
          max={dayOf(today + mostDaysAhead * 86_400_000)}
          {...field("availableFrom")}
        />
      </Field>
      <Field
        label={itemMessages.description}
        mark={markOf("description")}
        hint={warningOf("description")}
        error={errors.description}
        beside={
          <Button kind="quiet" className="text-primary -my-2 -mr-3 px-3" onClick={onWrite}>
            <Icon name="star" />
            {sellingMessages.generateWithAi}
          </Button>
        }
      >
        <textarea rows={5} maxLength={maxLength.description} {...field("description")} />
      </Field>
      <PlatformFee className="border-line gap-3 border-t pt-4" />
    </>
  );
}

type Choice = { value: string; label: string; note?: string; icon?: ReactNode };
type ChoiceProps = {
  legend: string;
  choices: readonly Choice[];
  field: { name: string; value: string; onChange: (event: ChangeEvent<HTMLInputElement>) => void };
  mark?: string;
  error?: string;
  columns: string;
};

function ChoiceField({ legend, choices, field, mark, error, columns }: ChoiceProps) {
  const errorId = `${field.name}-error`;
  return (
    <fieldset className="min-w-0" data-field aria-describedby={error ? errorId : undefined}>
      <legend className="mb-2 font-bold">
        {legend}
        {mark && <Mark>{mark}</Mark>}
      </legend>
      <div className={`grid gap-2 ${columns}`}>
        {choices.map(({ value, label, note, icon }) => (
          <label
            key={value}
            className={`pressable relative rounded-button bg-surface picked:border-primary picked:bg-mint picked:text-on-mint aimed:outline-focus flex min-h-12 cursor-pointer items-center gap-3 border px-3 py-2 picked:[box-shadow:0_0_0_1px_var(--color-primary)] aimed:outline-3 aimed:outline-offset-2 ${error ? "border-danger" : "border-control"}`}
          >
            <input
              {...field}
              type="radio"
              value={value}
              checked={field.value === value}
              className="sr-only"
            />
            {icon}
            <span className="min-w-0 text-sm font-bold">
              {label}
              {note && <span className="block text-xs font-normal opacity-85">{note}</span>}
            </span>
          </label>
        ))}
      </div>
      {error && (
        <p id={errorId} className="text-danger mt-2 text-sm">
          {error}
        </p>
      )}
    </fieldset>
  );
}
