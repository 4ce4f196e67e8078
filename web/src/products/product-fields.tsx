import { maxLength, platformFee } from "@market/contract/limits";
import { messages } from "@market/contract/messages";
import { formatPrice } from "@market/contract/price";
import { readPrice } from "@market/contract/product-form";
import { categories, conditions, locationLabels, locationTypes } from "@market/contract/products";
import type { FieldErrors, UseFormRegister } from "react-hook-form";
import { Button } from "../ui/button.tsx";
import { Field } from "../ui/field.tsx";
import { Icon } from "../ui/icon.tsx";
import { CategoryIcon } from "./category-icon.tsx";
import { ChoiceField } from "./choice-field.tsx";
import type { FormValues } from "./product-form.tsx";

const conditionNotes: Record<(typeof conditions)[number], string> = {
  New: "Never used",
  "Like New": "No marks at all",
  "Used - Good": "Works well, small marks",
  "Used - Acceptable": "Works, shows its age",
};
const locationNotes: Record<(typeof locationTypes)[number], string> = {
  "On-Campus": "Hand over on campus",
  nearby: "Hand over close to campus",
};

type Props = {
  register: UseFormRegister<FormValues>;
  errors: FieldErrors<FormValues>;
  /** As typed. */
  price: string;
  /** Asks for a description to be written. */
  onWrite: () => void;
};

/** Everything of a product but its photos. */
export function ProductFields({ register, errors, price, onWrite }: Props) {
  const rupees = readPrice(price);
  return (
    <>
      <Field label="Name" error={errors.name?.message}>
        <input maxLength={maxLength.name} autoComplete="off" {...register("name")} />
      </Field>
      <Field
        label="Price"
        hint={typeof rupees === "number" && rupees > 0 ? formatPrice(rupees) : "In rupees"}
        error={errors.price?.message}
      >
        <input inputMode="decimal" autoComplete="off" {...register("price")} />
      </Field>
      <ChoiceField
        legend="Category"
        columns="grid-cols-[repeat(auto-fit,minmax(max(9rem,30%),1fr))]"
        error={errors.category?.message}
        field={register("category")}
        choices={categories.map((category) => ({
          value: category,
          label: category,
          icon: <CategoryIcon category={category} className="size-7 shrink-0" />,
        }))}
      />
      <ChoiceField
        legend="Condition"
        columns="grid-cols-[repeat(auto-fit,minmax(max(9rem,40%),1fr))]"
        error={errors.condition?.message}
        field={register("condition")}
        choices={conditions.map((condition) => ({
          value: condition,
          label: condition,
          note: conditionNotes[condition],
        }))}
      />
      <ChoiceField
        legend="Location type"
        columns="grid-cols-[repeat(auto-fit,minmax(max(9rem,40%),1fr))]"
        error={errors.locationType?.message}
        field={register("locationType")}
        choices={locationTypes.map((type) => ({
          value: type,
          label: locationLabels[type],
          note: locationNotes[type],
        }))}
      />
      <Field
        label="Address"
        hint="Shown only to a signed-in student who contacts you"
        error={errors.address?.message}
      >
        <input
          maxLength={maxLength.address}
          placeholder="Library gate, cycle stand…"
          autoComplete="off"
          {...register("address")}
        />
      </Field>
      <Field
        label={messages.description}
        error={errors.description?.message}
        beside={
          <Button kind="quiet" className="text-primary -my-2 -mr-3 px-3" onClick={onWrite}>
            <Icon name="star" />
            {messages.generateWithAi}
          </Button>
        }
      >
        <textarea rows={5} maxLength={maxLength.description} {...register("description")} />
      </Field>
      <p className="border-line flex flex-wrap items-center gap-3 border-t pt-4">
        {messages.platformFee} <span className="font-bold tabular-nums">₹{platformFee}</span>
        <span className="bg-marigold text-on-marigold rounded-full px-2.5 py-1 text-xs font-bold">
          {messages.earlyBird}
        </span>
      </p>
    </>
  );
}
