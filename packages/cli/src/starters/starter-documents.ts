/** The documents of a starter, as they stand in the package or under names of somebody's own. */
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { parseDocument } from 'yaml';
import { UsageError } from '../errors.ts';
import { parseSettingsYaml } from '../files/settings-yaml.ts';
import type { Settings } from '../rest/administration-rest.ts';
import { STARTER_NAMES, type StarterName } from './starters.ts';

/** Types of the two documents of a starter, in the order in which they are made: the second refers to the first. */
export const STARTER_TYPES = ['CERTPROFILE', 'EEPROFILE'] as const;

export type StarterType = (typeof STARTER_TYPES)[number];

/** One of the two documents. */
export interface StarterDocument {
  readonly type: StarterType;
  /** YAML, with the comments that say why. */
  readonly text: string;
  readonly settings: Settings;
}

/** Names in the documents of a starter. */
export interface StarterOptions {
  /** Both documents. That of the starter when left out. */
  readonly name?: string | undefined;
  /** CAs that may issue. Any when left out. */
  readonly cas?: readonly string[] | undefined;
}

/** Reads the name of a starter. @throws {@link UsageError} */
export function starterNamed(text: string): StarterName {
  const found = STARTER_NAMES.find((name) => name === text);
  if (found === undefined) throw new UsageError(`there is no starter '${text}'; there are ${STARTER_NAMES.join(', ')}`);
  return found;
}

/** Reads both documents of a starter, under other names where some are given. */
export async function starterDocuments(
  starter: StarterName,
  { name = starter, cas }: StarterOptions = {},
): Promise<readonly StarterDocument[]> {
  const available = cas === undefined || cas.length === 0 ? {} : { availableCas: cas };
  const profiles = { defaultCertificateProfile: name, availableCertificateProfiles: [name] };
  return [
    await readDocument(starter, 'CERTPROFILE', available),
    await readDocument(starter, 'EEPROFILE', { ...available, ...profiles }),
  ];
}

async function readDocument(starter: StarterName, type: StarterType, names: Settings): Promise<StarterDocument> {
  const location = import.meta.resolve(`@sealwright/cli/starters/${starter}/${FILES[type]}`);
  const document = parseDocument(await readFile(fileURLToPath(location), 'utf8'));
  for (const [member, value] of Object.entries(names)) document.set(member, document.createNode(value, { flow: true }));
  const text = `${document.toString({ lineWidth: 0, flowCollectionPadding: false }).trimEnd()}\n`;
  return { type, text, settings: parseSettingsYaml(text, location) as Settings };
}

const FILES: Readonly<Record<StarterType, string>> = {
  CERTPROFILE: 'certificate-profile.yaml',
  EEPROFILE: 'end-entity-profile.yaml',
};
