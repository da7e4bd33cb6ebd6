// What is being written, to whom, and what becomes of it: sent, or kept as a draft. Its text field shows this; the
// shell tells it which conversation is in view, and anybody may ask it to write.

import { ParleyError } from '../../client/parley-error.ts';
import type { Draft } from '../../client/state/state.ts';
import type { Problem } from '../components/problem.ts';
import type { Organization } from '../data/organization.ts';
import { problemOf } from '../data/refusals.ts';
import { type Destination, destinationKey, directTo, isSameDestination } from '../lib/destination.ts';
import { KeptDraft, type Written } from '../store/kept-draft.ts';
import type { TypingNotice } from '../store/typing-notice.ts';
import { Drafts } from './drafts.ts';
import { later } from './later.ts';
import { obstacle } from './texts.ts';
import { typingNoticeOf } from './typing.ts';
import { unsavedDrafts } from './unsaved-drafts.ts';

/** Sends a message; what the outbox does, or a request. */
export type Send = (destination: Destination, content: string) => Promise<void>;

/** Text that is to be put where the caret is. */
export interface Insertion {
  readonly text: string;
  /** In a line of its own. */
  readonly isBlock: boolean;
}

export class Composer {
  readonly organization: Organization;
  readonly drafts: Drafts;
  readonly #send: Send;
  readonly #listeners = new Set<() => void>();
  readonly #typing: TypingNotice;
  readonly #unsaved;
  #draft: KeptDraft;
  #destination: Destination | undefined;
  #content = '';
  /** It was written in or sent since it shows what it shows. */
  #isTouched = false;
  /** The conversation in view, to which the composer goes back. */
  #inView: Destination | undefined;
  #isOpen = false;
  #problem: Problem | undefined;
  #insertions: Insertion[] = [];
  #files: File[] = [];
  #wantsFocus = false;

  constructor(organization: Organization, send: Send) {
    this.organization = organization;
    this.#send = send;
    this.drafts = new Drafts(organization);
    this.#unsaved = unsavedDrafts(organization.ownId, this.drafts);
    this.#draft = this.#newDraft();
    this.#typing = typingNoticeOf(organization);
    void this.#unsaved.recover();
  }

  /** Where it goes; undefined where nothing is being written. */
  get destination(): Destination | undefined {
    return this.#destination;
  }

  get content(): string {
    return this.#content;
  }

  /** What went wrong the last time. */
  get problem(): Problem | undefined {
    return this.#problem;
  }

  /** Whether it writes to what is in view, so that it need not say where to. */
  get isForView(): boolean {
    return this.#inView !== undefined && isSameDestination(this.#inView, this.#destination);
  }

  /** Whether it has to say where to: it goes elsewhere, or to a channel of which all topics are in view. */
  get asksWhere(): boolean {
    const destination = this.#destination;
    return !this.isForView || (destination?.kind === 'channel' && destination.topic === '');
  }

  /** Says what went wrong. */
  complain(problem: Problem): void {
    this.#problem = problem;
    this.#tell();
  }

  listen(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  /** Follows what is made of the draft elsewhere, as in another browser, until somebody touches it here. */
  watch(): void {
    this.organization.on('drafts', () => this.#followDraft(true));
    // Here drafts may be missing because they were taken over from the server.
    this.organization.onSnapshot(() => this.#followDraft(false));
  }

  /** Another view is shown; undefined for one of several conversations. */
  follow(inView: Destination | undefined): void {
    if (isSameDestination(inView, this.#inView) && inView !== undefined) return;
    this.#inView = inView;
    this.#isOpen = false;
    this.#switchTo(inView);
  }

  /** Begins, or goes on with, a message to a conversation. */
  open(destination: Destination, text = ''): void {
    this.#isOpen = true;
    if (!isSameDestination(destination, this.#destination)) this.#switchTo(destination);
    if (text !== '') this.insert({ text, isBlock: true });
    this.#wantsFocus = true;
    this.#tell();
  }

  /** Goes on with a draft. */
  openDraft(draft: Draft): void {
    this.#leave();
    this.#isOpen = true;
    this.#wantsFocus = true;
    this.#show(destinationOfDraft(draft, this.organization.ownId), draft);
  }

  /** Closes it and keeps the draft. */
  close(): void {
    this.#isOpen = false;
    this.#switchTo(this.#inView);
  }

  /** Changes where it goes and keeps what is written. */
  redirect(destination: Destination): void {
    this.#isTouched = true;
    this.#destination = destination;
    this.#isOpen = true;
    this.#changed();
  }

  write(content: string): void {
    if (content === this.#content) return;
    this.#isTouched = true;
    this.#content = content;
    this.#problem = undefined;
    if (this.#destination && content.trim() !== '') this.#typing.typed(this.#destination);
    else this.#typing.stop();
    this.#changed();
  }

  /** Asks the text field to put something where the caret is. */
  insert(insertion: Insertion): void {
    this.#insertions.push(insertion);
    this.#wantsFocus = true;
    this.#tell();
  }

  /** What the text field has to put in now. */
  takeInsertions(): readonly Insertion[] {
    const taken = this.#insertions;
    this.#insertions = [];
    return taken;
  }

  /** Asks for files to be uploaded and put into the text. */
  addFiles(files: readonly File[]): void {
    this.#files.push(...files);
    this.#wantsFocus = true;
    this.#tell();
  }

  /** The files to upload now. */
  takeFiles(): readonly File[] {
    const taken = this.#files;
    this.#files = [];
    return taken;
  }

  /** Whether the text field is to have the focus now. */
  takeFocus(): boolean {
    const wants = this.#wantsFocus;
    this.#wantsFocus = false;
    return wants;
  }

  /** Sends what is written, now or however it is said; whether it is on its way. What cannot be sent stays. */
  async send(how: Send = this.#send): Promise<boolean> {
    const [destination, content, draft] = [this.#destination, this.#content, this.#draft];
    if (!destination || content.trim() === '') return false;
    const problem = obstacle(this.organization, destination, content);
    if (problem !== undefined) {
      this.#fail({ text: problem });
      return false;
    }
    this.#typing.stop();
    this.#isTouched = true;
    this.#content = '';
    this.#problem = undefined;
    this.#draft = this.#newDraft();
    this.#tell();
    try {
      await how(destination, content);
      await draft.discard();
      return true;
    } catch (error) {
      this.#giveBack({ destination, content }, draft, error);
      return false;
    }
  }

  /** Keeps everything at once, before the page goes. */
  flush(): Promise<void> {
    this.#typing.stop();
    return this.#draft.flush();
  }

  /** A message that was not sent is there again, or is a draft where something else is being written. */
  #giveBack(written: Written, draft: KeptDraft, error: unknown): void {
    if (this.#content.trim() === '' && isSameDestination(written.destination, this.#destination)) {
      this.#content = written.content;
      this.#draft = draft;
    } else {
      draft.change(written);
      void draft.flush();
    }
    this.#fail(problemOf(error));
  }

  #fail(problem: Problem): void {
    this.#problem = problem;
    this.#wantsFocus = true;
    this.#tell();
  }

  #switchTo(destination: Destination | undefined): void {
    if (isSameDestination(destination, this.#destination)) {
      this.#tell();
      return;
    }
    this.#leave();
    this.#show(destination, destination && this.#keptFor(destination));
  }

  /** Shows a draft; undefined for an empty field. */
  #show(destination: Destination | undefined, kept: Draft | undefined): void {
    this.#destination = destination;
    this.#content = kept?.content ?? '';
    this.#draft = this.#newDraft(
      kept && destination && { id: kept.id, draft: { destination, content: kept.content } },
    );
    this.#isTouched = false;
    this.#problem = undefined;
    this.#tell();
  }

  /** Shows what became of the draft elsewhere. Nothing that was written or sent here is overtaken by news of it that come late. */
  #followDraft(mayBeGone: boolean): void {
    const destination = this.#destination;
    if (!destination || this.#isTouched) return;
    const own = this.drafts.all.find(({ id }) => id === this.#draft.id);
    const kept = own ?? (this.isForView ? this.#keptFor(destination) : undefined);
    if (kept?.id === this.#draft.id && kept?.content === (this.#content || undefined)) return;
    if (kept) {
      const there = destinationOfDraft(kept, this.organization.ownId);
      if (isSameDestination(there, destination)) this.#show(destination, kept);
    } else if (mayBeGone && this.isForView) this.#show(destination, undefined);
  }

  /** What is written stays a draft. */
  #leave(): void {
    this.#typing.stop();
    void this.#draft.flush();
  }

  #keptFor(destination: Destination): Draft | undefined {
    const key = destinationKey(destination);
    const { ownId } = this.organization;
    return this.drafts.all.find((draft) => destinationKey(destinationOfDraft(draft, ownId)) === key);
  }

  #newDraft(existing?: ConstructorParameters<typeof KeptDraft>[1]): KeptDraft {
    const place = this.#unsaved.place();
    return new KeptDraft(
      {
        server: this.drafts,
        later,
        keepHere: place,
        isFinal: (error) => error instanceof ParleyError && error.status >= 400 && error.status < 500,
      },
      existing,
    );
  }

  #changed(): void {
    if (this.#destination) this.#draft.change({ destination: this.#destination, content: this.#content });
    this.#tell();
  }

  #tell(): void {
    for (const listener of this.#listeners) listener();
  }

  /** Whether it stands open although no conversation is in view. */
  get isOpen(): boolean {
    return this.#isOpen || this.#inView !== undefined;
  }
}

/** Where a draft goes. */
export function destinationOfDraft({ type, to, topic }: Draft, ownId: number): Destination {
  if (type === 'private') return directTo(to, ownId);
  return { kind: 'channel', channelId: to[0], topic };
}
