// The composer's state: the text, its destination, and how it is sent or saved as a draft. The text field
// displays it, the app sets the conversation in view, and other modules may open it.

import { ParleyError } from '../../client/parley-error.ts';
import type { Draft } from '../../client/state/state.ts';
import type { ErrorText } from '../components/error-text.ts';
import { anyErrorText } from '../data/error-texts.ts';
import type { Organization } from '../data/organization.ts';
import { type Destination, destinationKey, directTo, isSameDestination } from '../lib/destination.ts';
import { type DraftText, SyncedDraft } from '../store/synced-draft.ts';
import type { TypingNotifier } from '../store/typing-notifier.ts';
import { Drafts } from './drafts.ts';
import { runDelayed } from './run-delayed.ts';
import { sendingObstacle } from './texts.ts';
import { typingNotifierOf } from './typing.ts';
import { unsavedDrafts } from './unsaved-drafts.ts';

/** Sends a message through the outbox or by a request. */
export type Send = (destination: Destination, content: string) => Promise<void>;

/** Runs the command that a text consists of. Returns false for a message. */
export type RunCommand = (text: string) => Promise<boolean>;

/** Text to insert at the caret. */
export interface Insertion {
  readonly text: string;
  /** Whether it goes on lines of its own. */
  readonly isBlock: boolean;
}

export class Composer {
  readonly organization: Organization;
  readonly drafts: Drafts;
  readonly #send: Send;
  readonly #runCommand: RunCommand;
  readonly #listeners = new Set<() => void>();
  readonly #typing: TypingNotifier;
  readonly #unsaved;
  #draft: SyncedDraft;
  #destination: Destination | undefined;
  #content = '';
  /** Whether the user has edited or sent since the current draft was shown. */
  #isTouched = false;
  /** The conversation in view, to which the composer returns. */
  #inView: Destination | undefined;
  #isOpen = false;
  #error: ErrorText | undefined;
  #insertions: Insertion[] = [];
  #files: File[] = [];
  #wantsFocus = false;
  #isRunningCommand = false;

  constructor(organization: Organization, send: Send, runCommand: RunCommand = async () => false) {
    this.organization = organization;
    this.#send = send;
    this.#runCommand = runCommand;
    this.drafts = new Drafts(organization);
    this.#unsaved = unsavedDrafts(organization.ownId, this.drafts);
    this.#draft = this.#newDraft();
    this.#typing = typingNotifierOf(organization);
    void this.#unsaved.recover();
  }

  /** The destination; undefined if nothing is being written. */
  get destination(): Destination | undefined {
    return this.#destination;
  }

  get content(): string {
    return this.#content;
  }

  /** Another object whenever another text is shown, and the same one when the text gets another destination. */
  get draft(): object {
    return this.#draft;
  }

  /** The last error. */
  get error(): ErrorText | undefined {
    return this.#error;
  }

  /** Whether it writes to the conversation in view, so that no destination needs to be shown. */
  get isForView(): boolean {
    return this.#inView !== undefined && isSameDestination(this.#inView, this.#destination);
  }

  /** Whether the destination must be shown: it is not in view, or the view is a channel with all its topics. */
  get asksForDestination(): boolean {
    const destination = this.#destination;
    return !this.isForView || (destination?.kind === 'channel' && destination.topic === '');
  }

  showError(error: ErrorText): void {
    this.#error = error;
    this.#notify();
  }

  listen(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  /** Applies changes of the draft made elsewhere, for example in another browser, until the user edits it here. */
  followDrafts(): void {
    this.organization.on('drafts', () => this.#followDraft(true));
    // A snapshot may lack drafts that are about to be moved from the server to this browser.
    this.organization.onSnapshot(() => this.#followDraft(false));
  }

  /** Called when the view changes; undefined if it has several conversations. */
  follow(inView: Destination | undefined): void {
    if (isSameDestination(inView, this.#inView) && inView !== undefined) return;
    this.#inView = inView;
    this.#isOpen = false;
    this.#switchTo(inView);
  }

  /** Starts or continues a message to a conversation. */
  open(destination: Destination, text = ''): void {
    this.#isOpen = true;
    if (!isSameDestination(destination, this.#destination)) this.#switchTo(destination);
    if (text !== '') this.insert({ text, isBlock: true });
    this.#wantsFocus = true;
    this.#notify();
  }

  /** Continues a draft. */
  openDraft(draft: Draft): void {
    this.#flushDraft();
    this.#isOpen = true;
    this.#wantsFocus = true;
    this.#show(destinationOfDraft(draft, this.organization.ownId), draft);
  }

  /** Closes the composer and keeps the draft. */
  close(): void {
    this.#isOpen = false;
    this.#switchTo(this.#inView);
  }

  /** Changes the destination and keeps the text. */
  redirect(destination: Destination): void {
    this.#isTouched = true;
    this.#destination = destination;
    this.#isOpen = true;
    this.#onChanged();
  }

  write(content: string): void {
    if (content === this.#content) return;
    this.#isTouched = true;
    this.#content = content;
    this.#error = undefined;
    if (this.#destination && content.trim() !== '') this.#typing.onTyped(this.#destination);
    else this.#typing.stop();
    this.#onChanged();
  }

  /** Asks the text field to insert something at the caret. */
  insert(insertion: Insertion): void {
    this.#insertions.push(insertion);
    this.#wantsFocus = true;
    this.#notify();
  }

  /** Takes the pending insertions; called by the text field. */
  takeInsertions(): readonly Insertion[] {
    const insertions = this.#insertions;
    this.#insertions = [];
    return insertions;
  }

  /** Asks for files to be uploaded and inserted. */
  addFiles(files: readonly File[]): void {
    this.#files.push(...files);
    this.#wantsFocus = true;
    this.#notify();
  }

  /** Takes the files to upload. */
  takeFiles(): readonly File[] {
    const files = this.#files;
    this.#files = [];
    return files;
  }

  /** Takes the request to focus the text field. */
  takeFocus(): boolean {
    const wantsFocus = this.#wantsFocus;
    this.#wantsFocus = false;
    return wantsFocus;
  }

  /**
   * Sends the message, by default through the outbox. Returns whether it was accepted; otherwise the text
   * stays.
   */
  async send(how: Send = this.#send): Promise<boolean> {
    const [destination, content, draft] = [this.#destination, this.#content, this.#draft];
    if (!destination || content.trim() === '') return false;
    if (this.#isRunningCommand) return false;
    if (content.startsWith('/') && how === this.#send) {
      this.#isRunningCommand = true;
      const wasCommand = await this.#wasCommand(content);
      this.#isRunningCommand = false;
      // A text that was changed meanwhile is sent when the person asks again.
      if (wasCommand || this.#content !== content) return false;
    }
    const obstacle = sendingObstacle(this.organization, destination, content);
    if (obstacle !== undefined) {
      this.#fail({ text: obstacle });
      return false;
    }
    this.#typing.stop();
    this.#isTouched = true;
    this.#content = '';
    this.#error = undefined;
    this.#draft = this.#newDraft();
    this.#notify();
    try {
      await how(destination, content);
      await draft.discard();
      return true;
    } catch (error) {
      this.#restore({ destination, content }, draft, error);
      return false;
    }
  }

  /** Runs the command that the text consists of, unless it is a message. It stays in the field if that fails. */
  async #wasCommand(content: string): Promise<boolean> {
    const draft = this.#draft;
    try {
      if (!(await this.#runCommand(content))) return false;
      this.#typing.stop();
      if (this.#content === content) {
        this.#content = '';
        this.#draft = this.#newDraft();
        this.#notify();
      }
      await draft.discard();
    } catch (error) {
      this.#fail(anyErrorText(error));
    }
    return true;
  }

  /** Saves everything immediately, before the page closes. */
  flush(): Promise<void> {
    this.#typing.stop();
    return this.#draft.flush();
  }

  /** Restores a message that was not sent, or saves it as a draft if something else is being written. */
  #restore(text: DraftText, draft: SyncedDraft, error: unknown): void {
    if (this.#content.trim() === '' && isSameDestination(text.destination, this.#destination)) {
      this.#content = text.content;
      this.#draft = draft;
    } else {
      void draft.flush();
    }
    this.#fail(anyErrorText(error));
  }

  #fail(error: ErrorText): void {
    this.#error = error;
    this.#wantsFocus = true;
    this.#notify();
  }

  #switchTo(destination: Destination | undefined): void {
    if (isSameDestination(destination, this.#destination)) {
      this.#notify();
      return;
    }
    this.#flushDraft();
    this.#show(destination, destination && this.#draftFor(destination));
  }

  /** Shows a draft; undefined for an empty field. */
  #show(destination: Destination | undefined, draft: Draft | undefined): void {
    this.#destination = destination;
    this.#content = draft?.content ?? '';
    this.#draft = this.#newDraft(
      draft && destination && { id: draft.id, draft: { destination, content: draft.content } },
    );
    this.#isTouched = false;
    this.#error = undefined;
    this.#notify();
  }

  /** Applies changes of the draft made elsewhere. Late events never overwrite what was edited or sent here. */
  #followDraft(mayBeDeleted: boolean): void {
    const destination = this.#destination;
    if (!destination || this.#isTouched) return;
    const own = this.drafts.all.find(({ id }) => id === this.#draft.id);
    const draft = own ?? (this.isForView ? this.#draftFor(destination) : undefined);
    if (draft?.id === this.#draft.id && draft?.content === (this.#content || undefined)) return;
    if (draft) {
      const draftDestination = destinationOfDraft(draft, this.organization.ownId);
      if (isSameDestination(draftDestination, destination)) this.#show(destination, draft);
    } else if (mayBeDeleted && this.isForView) this.#show(destination, undefined);
  }

  /** Keeps the text as a draft. */
  #flushDraft(): void {
    this.#typing.stop();
    void this.#draft.flush();
  }

  #draftFor(destination: Destination): Draft | undefined {
    const key = destinationKey(destination);
    const { ownId } = this.organization;
    return this.drafts.all.find((draft) => destinationKey(destinationOfDraft(draft, ownId)) === key);
  }

  #newDraft(existing?: ConstructorParameters<typeof SyncedDraft>[1]): SyncedDraft {
    const storeLocally = this.#unsaved.newDraftWriter();
    return new SyncedDraft(
      {
        server: this.drafts,
        schedule: runDelayed,
        storeLocally,
        isFinal: (error) => error instanceof ParleyError && error.status >= 400 && error.status < 500,
      },
      existing,
    );
  }

  #onChanged(): void {
    if (this.#destination) this.#draft.change({ destination: this.#destination, content: this.#content });
    this.#notify();
  }

  #notify(): void {
    for (const listener of this.#listeners) listener();
  }

  /** Whether the text field is shown, even if no conversation is in view. */
  get isOpen(): boolean {
    return this.#isOpen || this.#inView !== undefined;
  }
}

export function destinationOfDraft({ type, to, topic }: Draft, ownId: number): Destination {
  if (type === 'private') return directTo(to, ownId);
  return { kind: 'channel', channelId: to[0], topic };
}
