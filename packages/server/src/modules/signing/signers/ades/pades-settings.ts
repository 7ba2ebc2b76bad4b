/** The properties of a signer of PAdES (ETSI EN 319 142-1). */
import { hashAlgorithmByName } from '@sealwright/pki';
import type { WorkerProperties } from '../../worker-contract/index.ts';
import { readAdesSettings } from './ades-settings.ts';
import {
  MIN_PDF_VERSIONS,
  type PdfAppearance,
  type PdfSettings,
  type PdfSignerReading,
  readPicture,
} from '../pdf/index.ts';
import type { Overridable } from '../common/index.ts';

function readPadesSettings(properties: WorkerProperties): PdfSettings {
  const { algorithm, hash: chosen, ...settings } = readAdesSettings(properties);
  if (algorithm !== undefined && algorithm.hash === undefined)
    properties.report('SIGNATUREALGORITHM', `is ${algorithm.name}, which signs no PDF`);
  // A key that hashes in a way of its own is refused by this, too.
  const hash = algorithm?.hash ?? chosen ?? hashAlgorithmByName('SHA-256');
  const contentsOctets = properties.integer('FIXED_SIGNATURE_SIZE', {
    minimum: 0,
    maximum: MAX_SIGNATURE,
    otherwise: 0,
  });
  return {
    ...settings,
    algorithm,
    hash,
    embedCrl: false,
    embedOcspResponse: false,
    nameOfFile: undefined,
    appearance: readAppearance(properties),
    options: {
      format: 'cades',
      producer: 'SignServer',
      minVersion: MIN_PDF_VERSIONS.get(hash.name),
      fieldName: properties.text('VISIBLE_SIGNATURE_NAME'),
      contentsOctets: contentsOctets === 0 ? undefined : contentsOctets,
    },
  };
}

/** Undefined for a signature that is not seen. What is wrong is reported in any case: clients may want to see it. */
function readAppearance(properties: WorkerProperties): PdfAppearance | undefined {
  const image = readPicture(properties, 'VISIBLE_SIGNATURE_IMAGE_BASE64');
  // The picture itself says of which type it is.
  properties.choice('VISIBLE_SIGNATURE_CONTENT_TYPE', ['image/png', 'image/jpeg'], undefined);
  const left = readLength(properties, 'VISIBLE_SIGNATURE_RECTANGLE_LLX', 0);
  const top = readLength(properties, 'VISIBLE_SIGNATURE_RECTANGLE_LLY', 0);
  const right = left + readLength(properties, 'VISIBLE_SIGNATURE_RECTANGLE_URX', USUAL_SIDE);
  const bottom = top + readLength(properties, 'VISIBLE_SIGNATURE_RECTANGLE_URY', USUAL_SIDE);
  const appearance: PdfAppearance = {
    page: properties.integer('VISIBLE_SIGNATURE_PAGE', { minimum: 1, maximum: 999_999_999, otherwise: 1 }),
    origin: 'upper-left',
    rectangle: { left, bottom, right, top },
    image,
    imagePath: image === undefined ? properties.text('VISIBLE_SIGNATURE_IMAGE_PATH') : undefined,
    resizeImage: properties.boolean('VISIBLE_SIGNATURE_CUSTOM_IMAGE_RESIZE_TO_RECTANGLE', true),
  };
  return properties.boolean('ADD_VISIBLE_SIGNATURE', false) ? appearance : undefined;
}

/** In 1/72 inch. */
function readLength(properties: WorkerProperties, name: string, usual: number): number {
  const text = properties.text(name);
  if (text === undefined) return usual;
  if (/^\d{1,6}(?:\.\d{1,6})?$/.test(text) && (usual === 0 || Number(text) > 0)) return Number(text);
  properties.report(name, `is '${text}' and has to be a number ${usual === 0 ? 'from 0 on' : 'above 0'}`);
  return usual;
}

const USUAL_SIDE = 100;
/** 4 MiB: a chain of certificates and a time-stamp are far below. */
const MAX_SIGNATURE = 4 * 1024 * 1024;
const OVERRIDABLE: Overridable = {
  plain: [
    'ADD_VISIBLE_SIGNATURE',
    'VISIBLE_SIGNATURE_IMAGE_PATH',
    'VISIBLE_SIGNATURE_IMAGE_BASE64',
    'VISIBLE_SIGNATURE_CONTENT_TYPE',
    'VISIBLE_SIGNATURE_PAGE',
    'VISIBLE_SIGNATURE_RECTANGLE_LLX',
    'VISIBLE_SIGNATURE_RECTANGLE_LLY',
    'VISIBLE_SIGNATURE_RECTANGLE_URX',
    'VISIBLE_SIGNATURE_RECTANGLE_URY',
    'VISIBLE_SIGNATURE_NAME',
    'VISIBLE_SIGNATURE_CUSTOM_IMAGE_RESIZE_TO_RECTANGLE',
  ],
  secret: [],
  never: [],
};

export const READING_OF_PADES: PdfSignerReading = { settings: readPadesSettings, overridable: OVERRIDABLE };
