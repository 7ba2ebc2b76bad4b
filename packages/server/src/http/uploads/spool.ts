/** Spool in which content waits while it is sent: up to a MiB in memory while there is room, all of it in a file of its own otherwise. */
import { randomUUID } from 'node:crypto';
import { type FileHandle, mkdir, open, readdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import type { Content } from '../../kernel/content.ts';
import { DEFAULT_WORK_LIMITS } from '../../kernel/work-limits.ts';
import { DocumentTooLargeError, NoRoomError } from './errors.ts';
import { FormTexts } from './form-texts.ts';

/** Content in a spool. {@link close} it when the answer is out. */
export interface SpooledContent extends Content {
  close(): Promise<void>;
}

/** Largest size of content, and the setting that states it. */
export interface OctetLimit {
  readonly octets: number;
  readonly setting: string;
}

/** A directory for content that is too large for memory. Its files have no name once they are open, so that no crash leaves any. */
export class Spool {
  /** Texts of forms other than content. */
  readonly texts = new FormTexts();
  readonly #directory: string;
  readonly #maxOctets: number;
  readonly #maxMemoryOctets: number;
  #held = 0;
  #heldInMemory = 0;
  #ready: Promise<void> | undefined;

  /**
   * @param directory - made when it is needed (0700)
   * @param maxOctets - of all content together
   * @param maxMemoryOctets - of those among them that are in memory
   */
  constructor(
    directory: string,
    maxOctets = DEFAULT_WORK_LIMITS.spoolOctets,
    maxMemoryOctets = DEFAULT_WORK_LIMITS.spoolMemoryOctets,
  ) {
    this.#directory = directory;
    this.#maxOctets = maxOctets;
    this.#maxMemoryOctets = maxMemoryOctets;
  }

  /**
   * Takes in content. Of a stream that is refused the rest is thrown away.
   *
   * @throws {@link DocumentTooLargeError} when it is longer than `limit`
   * @throws {@link NoRoomError} when the disk, or the spool, is full
   */
  async keep(pieces: AsyncIterable<Uint8Array>, limit: OctetLimit): Promise<SpooledContent> {
    const document = new Document(this);
    // By itself its reader destroys a stream that it leaves: a form would fail of that before it learns why, and who sends a body would
    // wait for somebody to read the rest.
    const sent = pieces instanceof Readable ? pieces : undefined;
    try {
      for await (const piece of sent?.iterator({ destroyOnReturn: false }) ?? pieces) {
        if (document.octets + piece.length > limit.octets) throw new DocumentTooLargeError(limit.octets, limit.setting);
        await document.append(piece);
      }
      return document;
    } catch (error) {
      sent?.resume();
      await document.close();
      throw isFull(error) ? new NoRoomError({ cause: error }) : error;
    }
  }

  /** @internal */
  reserve(octets: number): void {
    if (this.#held + octets > this.#maxOctets) throw new NoRoomError();
    this.#held += octets;
  }

  /** @internal Whether there is room in memory, which then is taken. */
  holdInMemory(octets: number): boolean {
    if (this.#heldInMemory + octets > this.#maxMemoryOctets) return false;
    this.#heldInMemory += octets;
    return true;
  }

  /** @internal */
  release(octets: number): void {
    this.#held -= octets;
  }

  /** @internal */
  releaseMemory(octets: number): void {
    this.#heldInMemory -= octets;
  }

  /** @internal A file that is readable and writable by its owner, and gone when it is closed. */
  async openFile(): Promise<{ handle: FileHandle; remove: () => Promise<void> }> {
    this.#ready ??= this.#prepare().catch((error: unknown) => {
      // The next document tries again.
      this.#ready = undefined;
      throw error;
    });
    await this.#ready;
    const file = path.join(this.#directory, `${randomUUID()}.document`);
    const handle = await open(file, 'wx+', OWNER_FILE);
    const remove = () => rm(file, { force: true });
    try {
      // An open file loses its name at once where the system allows it.
      if (process.platform !== 'win32') await remove();
    } catch (error) {
      await handle.close();
      throw error;
    }
    return { handle, remove };
  }

  /** Removes what a crash has left, where files keep their names. */
  async #prepare(): Promise<void> {
    await mkdir(this.#directory, { recursive: true, mode: OWNER_DIRECTORY });
    for (const file of await readdir(this.#directory)) {
      if (file.endsWith('.document')) await rm(path.join(this.#directory, file), { force: true });
    }
  }
}

class Document implements SpooledContent {
  octets = 0;
  readonly #spool: Spool;
  /** Begins with the octets, while there is no file; as long as it takes a power of two. */
  #buffer = new Uint8Array();
  #file: Awaited<ReturnType<Spool['openFile']>> | undefined;
  #closed = false;

  constructor(spool: Spool) {
    this.#spool = spool;
  }

  get inMemory(): Uint8Array | undefined {
    if (this.#closed) throw new RangeError('a document is read after it was closed');
    if (this.#file !== undefined) return undefined;
    return this.#buffer.subarray(0, this.octets);
  }

  async append(piece: Uint8Array): Promise<void> {
    this.#spool.reserve(piece.length);
    const end = this.octets;
    this.octets += piece.length;
    if (this.#file === undefined && this.#hasRoomInMemory()) {
      this.#buffer.set(piece, end);
      return;
    }
    if (this.#file === undefined) {
      this.#file = await this.#spool.openFile();
      await writeAll(this.#file.handle, this.#buffer.subarray(0, end));
      this.#leaveMemory();
    }
    await writeAll(this.#file.handle, piece);
  }

  async read(offset: number, length: number): Promise<Uint8Array> {
    const { inMemory } = this;
    if (inMemory !== undefined) return inMemory.subarray(offset, offset + length);
    const piece = new Uint8Array(Math.max(0, Math.min(length, this.octets - offset)));
    for (let filled = 0; filled < piece.length;) {
      const { bytesRead } = await this.#file!.handle.read(piece, filled, piece.length - filled, offset + filled);
      if (bytesRead === 0) throw new RangeError('a spooled document is shorter than what was written');
      filled += bytesRead;
    }
    return piece;
  }

  #hasRoomInMemory(): boolean {
    const { length } = this.#buffer;
    if (this.octets <= length) return true;
    const needed = Math.max(FIRST_OCTETS, 2 ** Math.ceil(Math.log2(this.octets)));
    if (needed > MEMORY_OCTETS || !this.#spool.holdInMemory(needed - length)) return false;
    const larger = new Uint8Array(needed);
    larger.set(this.#buffer);
    this.#buffer = larger;
    return true;
  }

  #leaveMemory(): void {
    this.#spool.releaseMemory(this.#buffer.length);
    this.#buffer = new Uint8Array();
  }

  async close(): Promise<void> {
    if (this.#closed) return;
    this.#closed = true;
    this.#spool.release(this.octets);
    this.#leaveMemory();
    await this.#file?.handle.close();
    await this.#file?.remove();
  }
}

async function writeAll(handle: FileHandle, piece: Uint8Array): Promise<void> {
  for (let written = 0; written < piece.length;) {
    written += (await handle.write(piece, written)).bytesWritten;
  }
}

function isFull(error: unknown): boolean {
  return ['ENOSPC', 'EDQUOT', 'EFBIG', 'EMFILE', 'ENFILE'].includes(
    (error as NodeJS.ErrnoException | null)?.code ?? '',
  );
}

/** Enough for most content of requests to workers. */
const FIRST_OCTETS = 4 * 1024;
/** Maximum memory for one content. */
const MEMORY_OCTETS = 1024 * 1024;
const OWNER_FILE = 0o600;
const OWNER_DIRECTORY = 0o700;
