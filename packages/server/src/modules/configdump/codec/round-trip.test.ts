import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import * as fc from 'fast-check';
import { settingsOf } from '../../../../test/settings-arbitrary.ts';
import type { JsonObject } from '../../../kernel/canonical-json.ts';
import { DOCUMENT_TYPES } from '../../../wiring/document-types.ts';
import { fillDefaults, withoutClearSecrets } from '../../configuration/index.ts';
import { keyPurposeName } from '../../profiles/index.ts';
import { DumpTypes } from '../items/index.ts';
import type { DocumentCodec } from './index.ts';

describe('items of the dump and documents, of all types', () => {
  const codecs = new DumpTypes(DOCUMENT_TYPES).all.flatMap((type) => type.codecs);

  for (const codec of codecs) {
    const { token, title } = codec.type;
    for (const defaults of [false, true]) {
      test(`a ${title} is read as it was written, ${defaults ? 'with' : 'without'} its defaults`, () => {
        fc.assert(
          fc.property(settingsOf(codec.type.schema), (random) => {
            const settings = settled(codec, random as JsonObject);
            const item = codec.toDump({ ...HEAD, settings }, { defaults });
            // Through JSON, which is one of its forms.
            const read = codec.fromDump(JSON.parse(JSON.stringify(item)));
            // Keys that are kept without being understood are said again.
            const kept = Object.keys((settings['furtherKeys'] ?? {}) as object);
            assert.deepEqual(read.warnings.map(({ key }) => key).toSorted(), kept.toSorted());
            assert.deepEqual(read.problems, []);
            const complete = fillDefaults(codec.type.schema, read.settings) as JsonObject;
            assert.deepEqual(complete, expected(token, settings));
            assert.equal(read.name, codec.type.names.kind === 'singleton' ? codec.type.names.name : HEAD.name);
            assert.deepEqual(codec.toDump({ ...HEAD, settings: complete }, { defaults }), item);
          }),
          { numRuns: 60 },
        );
      });
    }
  }
});

/** Completes random settings and keeps to what the checks of the type ask for where an item can say no more. */
function settled({ type }: DocumentCodec, random: JsonObject): JsonObject {
  const settings = fillDefaults(type.schema, random) as JsonObject;
  if (type.token === 'CRYPTOTOKEN')
    return { ...settings, authenticationCode: settings.autoActivation === true ? 'placeholder' : '' };
  // Free maps hold no secrets in clear.
  if ('furtherKeys' in settings) return withoutClearSecrets(settings) as JsonObject;
  const { caType, keyEncryptKey, certSignKey } = settings;
  if (type.token === 'CA' && (caType !== 'X509' || keyEncryptKey === certSignKey))
    return { ...settings, keyEncryptKey: '' };
  return settings;
}

/** The settings that are read where one value has several forms. */
function expected(token: string, settings: JsonObject): JsonObject {
  if (token !== 'CERTPROFILE') return settings;
  const purposes = (settings.extendedKeyUsage as readonly string[]).map(keyPurposeName);
  return { ...settings, extendedKeyUsage: purposes };
}

const HEAD = { name: 'Web Server', namespace: '', publicId: 4711 };
