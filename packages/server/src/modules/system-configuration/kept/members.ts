/** Members of kept types, in few words. */
import { Type } from 'typebox';
import { reference, secret } from '../../configuration/index.ts';

export const flag = (title: string, value: boolean, description: string) =>
  Type.Boolean({ title, description, default: value });

export const text = (title: string, value: string, description: string, maxLength = 4096) =>
  Type.String({ title, description, maxLength, default: value });

export const whole = (title: string, value: number, description: string, minimum = 0) =>
  Type.Integer({ title, description, minimum, maximum: 2 ** 31 - 1, default: value });

export const texts = (title: string, description: string, value: readonly string[] = []) =>
  Type.Array(Type.String({ maxLength: 4096 }), { title, description, maxItems: 1000, default: [...value] });

/** A map whose keys are data. */
export const textMap = (title: string, description: string) =>
  Type.Record(Type.String(), Type.String({ maxLength: 65_536 }), {
    title,
    description,
    maxProperties: 1000,
    default: {},
  });

/** A map of which only its writer knows what may be in it. */
export const anyMap = (title: string, description: string) =>
  Type.Record(Type.String(), Type.Unknown(), { title, description, maxProperties: 1000, default: {} });

export const hidden = (title: string, description: string) => secret({ title, description, default: '' });

/** A name of a document, or null for none. */
export const nameOf = (type: string, title: string, description: string) =>
  Type.Union([reference(type), Type.Null()], { title, description, default: null });

export const namesOf = (type: string, title: string, description: string, words: readonly string[] = []) =>
  Type.Array(reference(type, { words }), { title, description, maxItems: 10_000, default: [] });
