import type { CallView } from "../../../../src/console/views/api-types.js";
import { createContext, use, useCallback, useMemo, useState } from "react";
import { useConsole } from "../../context.js";
import { callOfQuestion } from "../../data/call-of-question.js";
import { useMedia, WIDE } from "../../hooks/use-media.js";

interface QuestionPlace {
  /** The element inside of the call's card in which the questions are shown, if there is one. */
  readonly slot: HTMLElement | null;
  readonly setSlot: (slot: HTMLElement | null) => void;
}

const PlaceContext = createContext<QuestionPlace>({ slot: null, setSlot: () => {} });

export function QuestionPlaceProvider(props: {
  readonly children: React.ReactNode;
}): React.ReactNode {
  const [slot, setSlot] = useState<HTMLElement | null>(null);
  const place = useMemo(() => ({ slot, setSlot }), [slot]);
  return <PlaceContext value={place}>{props.children}</PlaceContext>;
}

/** The element for the questions, other than their own part of the page. */
export function useQuestionSlot(): HTMLElement | null {
  return use(PlaceContext).slot;
}

/** The id of the call that the current question, or the page that was opened for it, belongs to. */
export function useAskingCall(): string | undefined {
  return useConsole(({ questions: { showing, links }, requests, calls }) => {
    const [current = links[0]] = showing;
    return current
      ? callOfQuestion(current.id, calls)?.id
      : requests.find(({ ended }) => !ended)?.call;
  });
}

/** Whether something that is shown now belongs to this call: a question, an opened page or a request. */
export function useIsAsking(call: string): boolean {
  return useConsole(
    ({ questions: { showing, links }, requests, calls }) =>
      requests.some((one) => one.call === call && !one.ended) ||
      [...showing, ...links].some(({ id }) => callOfQuestion(id, calls)?.id === call),
  );
}

/**
 * Whether a running call may wait for the user although nothing that is shown belongs to it: `behind` if its question
 * comes after others, `perhaps` if its server has open questions that may be of any of its calls.
 */
export function useWaitsForUser({ id, server }: CallView): "behind" | "perhaps" | undefined {
  return useConsole(({ questions: { showing, waiting, held }, requests, calls }) => {
    if (waiting.some((one) => callOfQuestion(one.id, calls)?.id === id)) return "behind";
    const isOf = (call: string | undefined): boolean => call === undefined || call === id;
    const mayBe =
      [...showing, ...waiting].some(
        (one) => one.server === server && isOf(callOfQuestion(one.id, calls)?.id),
      ) ||
      held.some((one) => one.server === server) ||
      requests.some((one) => one.server === server && !one.ended && isOf(one.call));
    return mayBe ? "perhaps" : undefined;
  });
}

/** Where a call's questions are shown on screens without a column for them. */
export function QuestionSlot({ call }: { readonly call: string }): React.ReactNode {
  const { setSlot } = use(PlaceContext);
  const isWide = useMedia(WIDE);
  const isAsking = useAskingCall() === call;
  const ref = useCallback(
    (element: HTMLElement | null) => {
      setSlot(element);
      return () => setSlot(null);
    },
    [setSlot],
  );
  return !isWide && isAsking && <div className="question-slot" ref={ref} />;
}
