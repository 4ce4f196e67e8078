import type { ComponentProps } from "react";
import { defaultProvider } from "@market/contract/campus";
import { usePageSettings } from "../../routing/page-context.ts";
import { Button } from "../../ui/button.tsx";
import { Icon } from "../../ui/more-icons.tsx";

export function ProviderButton({ children, ...rest }: Omit<ComponentProps<typeof Button>, "kind">) {
  return (
    <Button kind="plain" className="w-full" {...rest}>
      {!rest.busy && <ProviderMark />}
      {children}
    </Button>
  );
}

export function ProviderMark() {
  const { campus } = usePageSettings();
  return campus.providerName === defaultProvider ? <GoogleMark /> : <Icon name="lock" />;
}

function GoogleMark() {
  return (
    <svg viewBox="0 0 24 24" className="size-5 shrink-0" aria-hidden="true">
      <path
        fill="#4285f4"
        d="M23 12.27c0-.82-.07-1.6-.21-2.36H12v4.47h6.17a5.28 5.28 0 0 1-2.29 3.46v2.88h3.7c2.17-2 3.42-4.94 3.42-8.45Z"
      />
      <path
        fill="#34a853"
        d="M12 23.5c3.1 0 5.7-1.03 7.6-2.78l-3.71-2.88a6.9 6.9 0 0 1-10.28-3.63H1.78v2.97A11.5 11.5 0 0 0 12 23.5Z"
      />
      <path
        fill="#fbbc05"
        d="M5.6 14.21a6.92 6.92 0 0 1 0-4.42V6.82H1.79a11.5 11.5 0 0 0 0 10.36l3.82-2.97Z"
      />
      <path
        fill="#ea4335"
        d="M12 5.08c1.69 0 3.2.58 4.4 1.72l3.28-3.28A11.01 11.01 0 0 0 12 .5 11.5 11.5 0 0 0 1.78 6.82L5.6 9.79A6.86 6.86 0 0 1 12 5.08Z"
      />
    </svg>
  );
}
