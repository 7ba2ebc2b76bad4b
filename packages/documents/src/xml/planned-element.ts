/** Elements that we write. They are the tree that is canonicalized, so what is signed and what is sent cannot differ. */
import { EXCLUSIVE_WITHOUT_COMMENTS } from './canonicalization-methods.ts';
import { canonicalize } from './canonicalize.ts';
import { XmlError } from './errors.ts';
import { NAMESPACES } from './namespaces.ts';
import type { XmlAttribute, XmlElement, XmlNode } from './nodes.ts';

/** Makes an element below `parent`; undefined for a piece that stands on its own. */
export type PlannedElement = (parent: XmlElement | undefined) => XmlElement;

/**
 * Plans an element.
 *
 * @param name - with one of our prefixes
 * @param children - those that are undefined are left out
 * @param declared - whether it declares the namespace of its prefix
 * @throws {XmlError} `xml.bad_text` for a text with a character that XML cannot hold, when it is made
 */
export function planElement(
  name: `${'ds' | 'xades'}:${string}`,
  attributes: Readonly<Record<string, string>>,
  children: readonly (PlannedElement | string | undefined)[],
  declared = false,
): PlannedElement {
  const [prefix = '', local = ''] = name.split(':');
  const namespace = NAMESPACES[prefix]!;
  return (parent) => {
    const nodes: XmlNode[] = [];
    const element: XmlElement = {
      kind: 'element',
      name,
      prefix,
      local,
      namespace,
      attributes: Object.entries(attributes).map(([local, value]) => planAttribute(local, value)),
      declarations: new Map(declared ? [[prefix, namespace]] : []),
      children: nodes,
      parent,
    };
    for (const child of children)
      if (child !== undefined) nodes.push(typeof child === 'string' ? requireXmlText(child) : child(element));
    return element;
  };
}

/**
 * Plans an element with other names for what is of XMLDSig in it.
 *
 * @param prefix - of the namespace; empty for names without one
 */
export function withSignaturePrefix(planned: PlannedElement, prefix: string): PlannedElement {
  return (parent) => renamed(planned(parent), prefix, parent);
}

function renamed(element: XmlElement, prefix: string, parent: XmlElement | undefined): XmlElement {
  const children: XmlNode[] = [];
  const isOurs = element.namespace === NAMESPACES['ds'];
  const copy: XmlElement = {
    ...element,
    ...(isOurs ? { prefix, name: prefix === '' ? element.local : `${prefix}:${element.local}` } : {}),
    declarations: new Map([...element.declarations].map(([was, uri]) => [was === 'ds' ? prefix : was, uri])),
    children,
    parent,
  };
  for (const child of element.children)
    children.push(typeof child !== 'string' && child.kind === 'element' ? renamed(child, prefix, copy) : child);
  return copy;
}

/** An element that holds nothing but text. */
export function planText(name: `${'ds' | 'xades'}:${string}`, text: string): PlannedElement {
  return planElement(name, {}, [text]);
}

/** An element whose one attribute is `Algorithm`. */
export function planAlgorithm(name: `ds:${string}`, uri: string): PlannedElement {
  return planElement(name, { Algorithm: uri }, []);
}

/** As a document holds it: the exclusive canonical form declares the namespaces that it uses and no others. */
export function markupOf(element: XmlElement): string {
  let markup = '';
  canonicalize(element, EXCLUSIVE_WITHOUT_COMMENTS, (piece) => {
    markup += piece;
  });
  return markup;
}

function planAttribute(local: string, value: string): XmlAttribute {
  return { name: local, prefix: '', local, namespace: '', value: requireXmlText(value) };
}

function requireXmlText(text: string): string {
  if (NO_XML_CHARACTER.test(text))
    throw new XmlError('xml.bad_text', 'a text to be signed has a character that XML cannot hold');
  return text;
}

/** XML 1.0 §2.2. */
// oxlint-disable-next-line no-control-regex
const NO_XML_CHARACTER = /[^\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/u;
