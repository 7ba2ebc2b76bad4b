/** Schemas of common kinds of profile settings. */
import { Type } from 'typebox';

export const flag = (value: boolean, description: string, title?: string) =>
  Type.Boolean({ description, default: value, ...(title !== undefined && { title }) });
export const text = (maxLength: number, description: string, title?: string) =>
  Type.String({ description, maxLength, default: '', ...(title !== undefined && { title }) });
export const words = (maxItems: number, description: string, value: readonly string[] = [], title?: string) =>
  Type.Array(Type.String({ minLength: 1, maxLength: 255 }), {
    ...(title !== undefined && { title }),
    description,
    maxItems,
    uniqueItems: true,
    default: [...value],
  });
export const oids = (title: string, description: string) =>
  Type.Array(Type.String({ maxLength: 128 }), { title, description, maxItems: 100, default: [] });
export const strict = { additionalProperties: false } as const;
