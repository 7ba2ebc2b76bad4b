/** Messages between the key host and a process that asks it over a channel. */
import { deserialize, serialize } from 'node:v8';
import type { KeyHost } from '../../modules/crypto-tokens/index.ts';
import { describeFailure, type FailureDescription, failureOf } from './failures.ts';

/** Acts that may be asked for. Those that use keys in software are done where they are wanted, with a token that was lent. */
const FORWARDED = [
  'create',
  'activate',
  'checkCode',
  'deactivate',
  'state',
  'sharing',
  'generateKeyPair',
  'importKeyPair',
  'removeKeyPair',
  'listKeys',
  'publicKey',
  'certificates',
  'sign',
  'signDigest',
  'unwrapKey',
  'generation',
  'testKey',
  'changeCode',
] as const satisfies readonly (keyof KeyHost)[];

export type ForwardedAct = (typeof FORWARDED)[number];

/** A crypto token as it is lent. The token key is a secret; the receiver overwrites it. */
export type LentToken =
  | { readonly kind: 'same' }
  | { readonly kind: 'software'; readonly generation: number; readonly tokenKey: Uint8Array }
  /** Every act crosses: the keys are in a device or a keystore. */
  | { readonly kind: 'forward'; readonly generation: number };

export interface KeyHostQuestion {
  readonly act: ForwardedAct | 'lend';
  readonly args: readonly unknown[];
  /** The configuration epoch that the asking process knows of: the answer is not of an earlier one. */
  readonly epoch: number;
}

type KeyHostAnswer = { readonly gives: unknown } | { readonly failure: FailureDescription };

/** Encodes a question. */
export function encodeKeyHostQuestion(question: KeyHostQuestion): Uint8Array {
  return serialize(question);
}

/** Decodes a question. @throws {TypeError} when it is not one */
export function decodeKeyHostQuestion(content: Uint8Array): KeyHostQuestion {
  const question = deserialize(content) as KeyHostQuestion;
  const isKnown = question.act === 'lend' || FORWARDED.includes(question.act);
  if (!isKnown || !Array.isArray(question.args) || !Number.isSafeInteger(question.epoch))
    throw new TypeError('a process asked the key host for what it does not do');
  return question;
}

/** Encodes an answer. */
export function encodeKeyHostAnswer(gives: unknown): Uint8Array {
  return serialize({ gives } satisfies KeyHostAnswer);
}

/** Encodes a failure as an answer. */
export function encodeKeyHostFailure(error: unknown): Uint8Array {
  return serialize({ failure: describeFailure(error) } satisfies KeyHostAnswer);
}

/** Decodes an answer. @throws the failure that it is */
export function decodeKeyHostAnswer(content: Uint8Array): unknown {
  const answer = deserialize(content) as KeyHostAnswer;
  if ('failure' in answer) throw failureOf(answer.failure);
  return answer.gives;
}
