/** Every finding of an import in both of its forms, with what the parameters make of it: the table of section 9 of the specification. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { zipArchive } from '../../zip-archive.ts';
import { sharedServer } from '../support/ca-rest-setup.ts';

type Item = Readonly<Record<string, unknown>>;
type Items = Readonly<Record<string, Item>>;

interface Row {
  readonly finding: 'item exists' | 'reference missing' | 'item error';
  readonly parameters: Readonly<Record<string, string>>;
  readonly success: boolean;
  /** The message, whether it is an error or a warning; `WHERE` stands for the item. */
  readonly errors: readonly string[];
  readonly warnings: readonly string[];
  /** The validity of the profile afterwards: `90d` as before, `1y` as in the dump; undefined: it is not there. */
  readonly validity: string | undefined;
  /** True when the item beside it, with which nothing is wrong, was imported. */
  readonly isOtherMade: boolean;
}

const EXISTS = 'NAME already exists.  Aborting.';
const LEFT_ALONE = 'WHERE: exists already and was left alone';
const MISSING = "WHERE: availableCas[0] names the CA 'No such CA', which does not exist";
const WRONG = "WHERE: validity is 'a while' and has to be a length of time such as 2y, or a day such as 2035-12-31";

/** The rows of the specification, and what `continue` and `ignoreerrors` make of the first two. */
const ROWS: readonly Row[] = [
  ...[{}, { overwrite: 'abort' }].map((parameters) =>
    row('item exists', parameters, { errors: [EXISTS], validity: '90d' }),
  ),
  row('item exists', { overwrite: 'skip' }, { warnings: [LEFT_ALONE], validity: '90d' }),
  row('item exists', { overwrite: 'yes' }, { validity: '1y' }),
  row('item exists', { continue: 'true' }, { errors: [EXISTS], validity: '90d', isOtherMade: true }),
  row('item exists', { ignoreerrors: 'true' }, { warnings: [EXISTS], validity: '90d' }),
  ...[{}, { resolve: 'abort' }].map((parameters) =>
    row('reference missing', parameters, { errors: [`${MISSING}.  Aborting.`] }),
  ),
  row('reference missing', { resolve: 'skip' }, { warnings: [`${MISSING}; the item was left out`] }),
  ...['useDefault', 'default'].map((resolve) =>
    row('reference missing', { resolve }, { warnings: [`${MISSING}; it was taken out of the list`], validity: '1y' }),
  ),
  row('reference missing', { continue: 'true' }, { errors: [`${MISSING}.  Aborting.`], isOtherMade: true }),
  row('reference missing', { ignoreerrors: 'true' }, { warnings: [`${MISSING}.  Aborting.`] }),
  ...[{}, { continue: 'false' }].map((parameters) => row('item error', parameters, { errors: [WRONG] })),
  row('item error', { continue: 'true' }, { errors: [WRONG], isOtherMade: true }),
  row('item error', { ignoreerrors: 'true' }, { warnings: [WRONG] }),
];

describe('an import, in JSON and as a ZIP archive', () => {
  const shared = sharedServer();
  const send = async (form: Form, items: Items, parameters: Readonly<Record<string, string>>) => {
    const { status, json, text } =
      form === 'JSON'
        ? await shared.server.call(`/v1/configdump?${new URLSearchParams(parameters).toString()}`, {
            method: 'POST',
            body: { [DIRECTORY]: items },
          })
        : await shared.server.call('/v1/configdump/configdump.zip', {
            method: 'POST',
            ...(await formOf(items, parameters)),
          });
    assert.equal(status, 200, text);
    return json;
  };
  const validityOf = async (name: string) => {
    const { status, json } = await shared.server.administer(`/documents/CERTPROFILE/${encodeURIComponent(name)}`);
    return status === 404 ? undefined : (json['settings'] as { readonly validity: string }).validity;
  };

  for (const form of ['JSON', 'ZIP'] as const) {
    for (const [index, { finding, parameters, success, errors, warnings, validity, isOtherMade }] of ROWS.entries()) {
      const given = new URLSearchParams(parameters).toString() || 'no parameter';
      it(`of ${form} with the finding '${finding}' and ${given} has the result of the specification`, async () => {
        const [name, other] = [`${form} ${index}`, `${form} ${index} beside`];
        if (finding === 'item exists') await send(form, { [name]: profile(name, '90d') }, {});
        const further = finding === 'reference missing' ? { 'Available CAs': ['No such CA', 'ManagementCA'] } : {};
        const item = profile(name, finding === 'item error' ? 'a while' : '1y', further);
        const where = `${DIRECTORY}/${form === 'JSON' ? name : fileOf(name)}`;
        const inWords = (text: string) => text.replace('WHERE', where).replace('NAME', name);
        assert.deepEqual(await send(form, { [name]: item, [other]: profile(other, '30d') }, parameters), {
          success,
          errors: errors.map(inWords),
          warnings: warnings.map(inWords),
        });
        assert.equal(await validityOf(name), validity);
        assert.equal(await validityOf(other), isOtherMade ? '30d' : undefined);
      });
    }

    it(`of ${form} tells the errors of all items, whether it goes on after the first or not`, async () => {
      const items = { First: profile('First', 'a while'), Second: profile('Second', 'a bit') };
      for (const parameters of [{}, { continue: 'true' }]) {
        const { success, errors } = await send(form, items, parameters);
        assert.deepEqual([success, (errors as readonly string[]).length], [false, 2]);
      }
    });
  }
});

type Form = 'JSON' | 'ZIP';
const DIRECTORY = 'certificate-profiles';

/** A row that fails with errors alone, and imports everything without. */
function row(finding: Row['finding'], parameters: Row['parameters'], said: Partial<Row>): Row {
  const { errors = [], warnings = [], validity, isOtherMade = errors.length === 0 } = said;
  return { finding, parameters, success: errors.length === 0, errors, warnings, validity, isOtherMade };
}

function profile(name: string, validity: string, further: Item = {}): Item {
  return {
    'Object Type': 'Certificate Profile',
    Version: 1,
    Name: name,
    Type: 'End Entity',
    Validity: validity,
    ...further,
  };
}

function fileOf(name: string): string {
  return `${name.replaceAll(' ', '_')}.yaml`;
}

async function formOf(items: Items, parameters: Readonly<Record<string, string>>) {
  const files = Object.entries(items).map(([name, item]) => ({
    path: `${DIRECTORY}/${fileOf(name)}`,
    content: JSON.stringify(item),
  }));
  const form = new FormData();
  for (const [name, value] of Object.entries(parameters)) form.set(name, value);
  form.set('zipfile', new Blob([zipArchive(files)]), 'configdump.zip');
  const encoded = new Response(form);
  return {
    rawBody: Buffer.from(await encoded.arrayBuffer()),
    headers: { 'content-type': encoded.headers.get('content-type')! },
  };
}
