/** Which objects of a document a signature adds and changes (ISO 32000-1 §12.7.4.5, §12.8). */
import type { SignatureAppearance } from '../appearance/signature-appearance.ts';
import { certificationReference, withCertification } from '../document/certification.ts';
import { type Form, type SignatureField, widgetOf } from '../document/form.ts';
import { findPage, type Page, upperLeftOf } from '../document/pages.ts';
import { dateString, textOf, textString } from '../document/text-string.ts';
import { PdfError } from '../errors.ts';
import type { PdfFile } from '../file/pdf-file.ts';
import { Changes } from '../output/changes.ts';
import type { PlannedSignature } from '../output/update.ts';
import { PdfDictionary, PdfName, PdfReference, PdfString, type PdfValue } from '../syntax/values.ts';
import type { PreparePdfOptions } from './options.ts';
import { drawWidget, INVISIBLE, redrawWidget, type WidgetEntries } from './place-widget.ts';

/** A document with what a signature needs to know of it. */
export interface InspectedDocument {
  readonly file: PdfFile;
  readonly catalogReference: PdfReference;
  readonly catalog: PdfDictionary;
  readonly form: Form;
}

export interface SignaturePlan {
  readonly changes: Changes;
  readonly signature: PlannedSignature;
  /** With the document information, where that is new. */
  readonly trailer: PdfDictionary;
}

/**
 * Plans the signature.
 *
 * @param version - for the catalog, when the document has a lower one
 */
export async function planSignature(
  document: InspectedDocument,
  options: PreparePdfOptions,
  version: string | undefined,
): Promise<SignaturePlan> {
  const { file, catalog, catalogReference } = document;
  const changes = new Changes(file);
  const signature = { reference: changes.allocate(), dictionary: signatureDictionary(options) };
  const field = await planField(document, changes, options, signature.reference);
  const form = await planForm(document, changes, field);
  const permissions =
    options.certification === undefined || options.certification === 'not-certified'
      ? catalog.get('Perms')
      : withCertification(await file.dictionary(catalog.get('Perms')), signature.reference);
  const Version = version === undefined ? catalog.get('Version') : new PdfName(version);
  const changed = catalog.with({ AcroForm: form, Perms: permissions, Version });
  if (isChanged(catalog, changed)) changes.set(catalogReference, changed);
  return { changes, signature, trailer: await planInformation(file, changes, options) };
}

function signatureDictionary(options: PreparePdfOptions): PdfDictionary {
  const {
    format = 'pkcs7',
    certification = 'not-certified',
    name,
    reason,
    location,
    contactInformation,
    time,
  } = options;
  const text = (value: string | undefined): PdfValue => (value === undefined ? null : textString(value));
  return new PdfDictionary({}).with({
    Type: new PdfName('Sig'),
    Filter: new PdfName('Adobe.PPKLite'),
    SubFilter: new PdfName(format === 'cades' ? 'ETSI.CAdES.detached' : 'adbe.pkcs7.detached'),
    Name: text(name),
    M: dateString(time),
    Reason: text(reason),
    Location: text(location),
    ContactInfo: text(contactInformation),
    Reference: certification === 'not-certified' ? null : [certificationReference(certification)],
  });
}

/** Puts the signature into a field: a new one, or one that waits for it. */
async function planField(
  document: InspectedDocument,
  changes: Changes,
  options: PreparePdfOptions,
  signature: PdfReference,
): Promise<PdfReference | undefined> {
  const { file, form } = document;
  const { fieldName, appearance, name, time } = options;
  const { reason, location } = appearance?.words ?? options;
  const text = { name, time, reason, location };
  if (fieldName !== undefined) {
    const { reference } = emptyField(form, fieldName);
    const field = { reference, dictionary: (await file.dictionary(reference))! };
    const widget = await widgetOf(file, field);
    const seen = appearance ? await redrawWidget(file, changes, widget.dictionary, appearance, text) : {};
    const signed = { V: signature };
    if (widget.reference === field.reference) {
      changes.set(field.reference, field.dictionary.with({ ...seen, ...signed }));
    } else {
      if (appearance !== undefined) changes.set(widget.reference, widget.dictionary.with(seen));
      changes.set(field.reference, field.dictionary.with(signed));
    }
    return undefined;
  }
  const page = await findPage(file, appearance?.page ?? 'first');
  const widget = appearance ? await drawWidget(changes, await placed(file, page, appearance), text) : INVISIBLE;
  const reference = changes.add(newField(form, widget, page.reference, signature));
  await annotate(file, changes, page, reference);
  return reference;
}

/** With the rectangle as the page has it. */
async function placed(file: PdfFile, page: Page, appearance: SignatureAppearance): Promise<SignatureAppearance> {
  if (appearance.origin !== 'upper-left') return appearance;
  const corner = await upperLeftOf(file, page);
  const { left, bottom, right, top } = appearance.rectangle;
  const rectangle = {
    left: corner.left + left,
    bottom: corner.top - bottom,
    right: corner.left + right,
    top: corner.top - top,
  };
  return { ...appearance, rectangle };
}

function emptyField({ signatureFields }: Form, name: string): SignatureField {
  const field = signatureFields.find((one) => one.name === name);
  if (field !== undefined && !field.isSigned) return field;
  const why = field === undefined ? 'there is no signature field' : 'a signature is already in the field';
  throw new PdfError('pdf.bad_field', `${why} '${name.slice(0, 40)}'`);
}

function newField({ names }: Form, widget: WidgetEntries, page: PdfReference, signature: PdfReference): PdfDictionary {
  let number = 1;
  while (names.has(`Signature${number}`)) number += 1;
  return new PdfDictionary({}).with({
    Type: new PdfName('Annot'),
    Subtype: new PdfName('Widget'),
    FT: new PdfName('Sig'),
    T: textString(`Signature${number}`),
    V: signature,
    P: page,
    F: PRINT | LOCKED,
    ...widget,
  });
}

/** Adds the widget to the annotations of its page. */
async function annotate(file: PdfFile, changes: Changes, page: Page, widget: PdfReference): Promise<void> {
  const Annots = page.dictionary.get('Annots');
  const all = [...((await file.array(Annots)) ?? []), widget];
  if (Annots instanceof PdfReference) changes.set(Annots, all);
  else changes.set(page.reference, page.dictionary.with({ Annots: all }));
}

/** Adds a field to the form, which is made when there is none, and returns the catalog's entry for it. */
async function planForm(
  { file, catalog, form }: InspectedDocument,
  changes: Changes,
  field: PdfReference | undefined,
): Promise<PdfValue> {
  const entry = catalog.get('AcroForm');
  const dictionary = form.dictionary ?? new PdfDictionary({});
  let Fields = dictionary.get('Fields');
  if (field !== undefined) {
    const all = [...((await file.array(Fields)) ?? []), field];
    if (Fields instanceof PdfReference) changes.set(Fields, all);
    else Fields = all;
  }
  const changed = dictionary.with({ Fields, SigFlags: SIGNATURES_EXIST | APPEND_ONLY });
  if (!(entry instanceof PdfReference) || form.dictionary === undefined) return changed;
  if (isChanged(dictionary, changed)) changes.set(entry, changed);
  return entry;
}

/** Says in the document information who worked on the document. */
async function planInformation(file: PdfFile, changes: Changes, options: PreparePdfOptions): Promise<PdfDictionary> {
  const { producer, time } = options;
  if (producer === undefined) return file.trailer;
  const entry = file.trailer.get('Info');
  const before = await file.dictionary(entry);
  const found = await file.resolve(before?.get('Producer') ?? null);
  const text = found instanceof PdfString ? textOf(found) : '';
  const now = text === '' ? producer : `${text}; modified using ${producer}`;
  const Producer = text.includes(producer) ? found : textString(now);
  const changed = (before ?? new PdfDictionary({})).with({ Producer, ModDate: dateString(time) });
  if (!(entry instanceof PdfReference)) return file.trailer.with({ Info: changes.add(changed) });
  changes.set(entry, changed);
  return file.trailer;
}

/** Returns whether any entry is another one. */
function isChanged(before: PdfDictionary, after: PdfDictionary): boolean {
  const keys = [...before.entries.keys(), ...after.entries.keys()];
  return keys.some((key) => before.get(key) !== after.get(key));
}

const PRINT = 4;
const LOCKED = 128;
const SIGNATURES_EXIST = 1;
const APPEND_ONLY = 2;
