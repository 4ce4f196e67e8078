import type { ReactNode } from "react";

type Props = { heading: string; intro: string; children: ReactNode };

export function AccountCard({ heading, intro, children }: Props) {
  return (
    <div className="content flex justify-center py-4 md:py-14">
      <div className="bg-surface border-line rounded-sheet grid w-full grid-cols-1 max-w-[460px] gap-4 border sm:gap-5 p-5 sm:p-8">
        <header className="grid gap-1.5">
          <h1 className="text-2xl font-bold">{heading}</h1>
          <p className="text-muted">{intro}</p>
        </header>
        {children}
      </div>
    </div>
  );
}
