import type { ReactNode } from "react";

type Props = {
  heading: string;
  intro: ReactNode;
  /** Shown below the heading, and beside the rest where there is space. */
  picture?: ReactNode;
  children: ReactNode;
};

export function AccountCard({ heading, intro, picture, children }: Props) {
  const width = picture
    ? "max-w-[460px] md:max-w-[860px] md:grid-cols-2 md:gap-x-8"
    : "max-w-[460px]";
  return (
    <div className="content flex justify-center py-4 md:py-14">
      <div
        className={`bg-surface border-line rounded-sheet grid w-full grid-cols-1 gap-4 border p-5 sm:gap-5 sm:p-8 ${width}`}
      >
        <header className={`grid content-end gap-1.5 ${picture ? "md:col-start-2" : ""}`}>
          <h1 className="text-2xl font-bold">{heading}</h1>
          {intro}
        </header>
        {picture && <div className="md:col-start-1 md:row-span-2 md:row-start-1">{picture}</div>}
        <div className="grid min-w-0 grid-cols-1 content-start gap-4 sm:gap-5">{children}</div>
      </div>
    </div>
  );
}
