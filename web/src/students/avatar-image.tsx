import { type AvatarStyle, avatarUrl, type User } from "@market/contract/students/student";
import { useState } from "react";
import { usePageSettings } from "../routing/page-context.ts";

type Props = {
  user: Pick<User, "_id" | "name">;
  style: AvatarStyle;
  className: string;
};

/** R259, or the first letter of the name where there is no picture. */
export function AvatarImage({ user, style, className }: Props) {
  const { campus } = usePageSettings();
  const address = avatarUrl(user._id, style, campus.avatarBase);
  const [failed, setFailed] = useState<string>();
  if (failed === address) {
    return (
      <span
        className={`bg-primary text-on-primary grid place-items-center rounded-full font-bold ${className}`}
      >
        {[...user.name.trim()][0]?.toUpperCase()}
      </span>
    );
  }
  return (
    <img
      src={address}
      alt=""
      width="112"
      height="112"
      draggable={false}
      onError={() => setFailed(address)}
      className={`rounded-full bg-[#cfefe2] object-cover ${className}`}
    />
  );
}
