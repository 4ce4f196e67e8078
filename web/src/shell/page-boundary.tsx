import { Component, type ReactNode } from "react";
import { PageFailure } from "./page-failure.tsx";

type Props = { isInShell?: boolean; children: ReactNode };
type State = { failed?: { failure: unknown } };

export class PageBoundary extends Component<Props, State> {
  override state: State = {};

  static getDerivedStateFromError(failure: unknown): State {
    return { failed: { failure } };
  }

  override render() {
    const { isInShell = false, children } = this.props;
    const { failed } = this.state;
    return failed ? <PageFailure failure={failed.failure} isInShell={isInShell} /> : children;
  }
}
