/**
 * Canonical XML 1.0 and 1.1 and Exclusive Canonical XML 1.0 of a document or of one element with all below it.
 *
 * Other sets of nodes have no place in what we sign and verify, so none can be given: what is left out is whole elements (the signature
 * itself) and comments.
 */
import type { CanonicalizationMethod } from './canonicalization-methods.ts';
import { compareCodePoints } from './code-points.ts';
import { XmlError } from './errors.ts';
import type { XmlAttribute, XmlDocument, XmlElement, XmlNode } from './nodes.ts';

export interface CanonicalizeOptions {
  /** Which elements are left out with all below them. */
  readonly without?: ((element: XmlElement) => boolean) | undefined;
  /** True when comments are left out although the method keeps them, as a reference to a document or an element demands (XMLDSig §4.4.3.3). */
  readonly dropComments?: boolean | undefined;
  /** Prefixes that an exclusive method treats as an inclusive one does (XML-EXC-C14N §3); the empty one is the default namespace. */
  readonly inclusivePrefixes?: readonly string[] | undefined;
  /** Receives the number of nodes and declarations that are looked at, since some of them write nothing. */
  readonly look?: ((nodes: number) => void) | undefined;
}

/** Gives the canonical form of `node` to `write`, in pieces. @throws {XmlError} `xml.not_supported` */
export function canonicalize(
  node: XmlDocument | XmlElement,
  method: CanonicalizationMethod,
  write: (piece: string) => void,
  options: CanonicalizeOptions = {},
): void {
  const canonicalizer = new Canonicalizer(method, options, write);
  if ('root' in node) canonicalizer.document(node);
  else canonicalizer.apex(node);
  canonicalizer.finish();
}

/** The canonical form as octets. @throws {XmlError} `xml.not_supported` */
export function canonicalOctets(
  node: XmlDocument | XmlElement,
  method: CanonicalizationMethod,
  options: CanonicalizeOptions = {},
): Uint8Array {
  const pieces: string[] = [];
  canonicalize(node, method, (piece) => pieces.push(piece), options);
  return new TextEncoder().encode(pieces.join(''));
}

/** Prefix and URI. */
type Namespace = readonly [string, string];

class Canonicalizer {
  readonly #method: CanonicalizationMethod;
  readonly #comments: boolean;
  readonly #without: (element: XmlElement) => boolean;
  readonly #inclusivePrefixes: ReadonlySet<string>;
  readonly #look: (nodes: number) => void;
  readonly #write: (piece: string) => void;
  /** The namespaces that the output has declared where we stand: URI by prefix. */
  readonly #rendered = new Map<string, string>();
  #pending = '';

  constructor(method: CanonicalizationMethod, options: CanonicalizeOptions, write: (piece: string) => void) {
    this.#method = method;
    this.#comments = method.withComments && options.dropComments !== true;
    this.#without = options.without ?? (() => false);
    this.#inclusivePrefixes = new Set(options.inclusivePrefixes);
    this.#look = options.look ?? (() => {});
    this.#write = write;
  }

  /** One line feed between what stands outside of the document's element and the element. */
  document({ children, root }: XmlDocument): void {
    this.#look(children.length);
    const position = children.indexOf(root);
    for (const [index, child] of children.entries()) {
      if (child.kind === 'comment' && !this.#comments) continue;
      if (index > position) this.#emit('\n');
      this.#node(child);
      if (index < position) this.#emit('\n');
    }
  }

  /** An element whose ancestors are not part of the output: it takes over what they say of it. */
  apex(element: XmlElement): void {
    const inherited = this.#method.exclusive ? [] : this.#inheritedAttributes(element);
    this.#element(element, this.#namespacesInScope(element), inherited);
  }

  finish(): void {
    if (this.#pending !== '') this.#write(this.#pending);
    this.#pending = '';
  }

  #node(node: XmlNode): void {
    if (typeof node === 'string') return this.#emit(escapeText(node));
    switch (node.kind) {
      case 'element':
        if (!this.#without(node)) this.#element(node);
        return;
      case 'comment':
        if (this.#comments) this.#emit(`<!--${node.text}-->`);
        return;
      case 'instruction':
        this.#emit(`<?${node.target}${node.data === '' ? '' : ` ${node.data}`}?>`);
    }
  }

  #element(
    element: XmlElement,
    declared: ReadonlyMap<string, string> = element.declarations,
    inherited: readonly XmlAttribute[] = [],
  ): void {
    this.#look(1 + declared.size + element.attributes.length + element.children.length);
    const wanted = this.#method.exclusive ? this.#visiblyUtilized(element, declared) : declared;
    const added = this.#additions(wanted);
    this.#emit(`<${element.name}`);
    for (const [prefix, uri] of added)
      this.#emit(` ${prefix === '' ? 'xmlns' : `xmlns:${prefix}`}="${escapeAttribute(uri)}"`);
    const { attributes } = element;
    if (attributes.length + inherited.length > 0)
      for (const { name, value } of sortAttributes(attributes, inherited))
        this.#emit(` ${name}="${escapeAttribute(value)}"`);
    this.#emit('>');
    const before = added.map(([prefix]) => [prefix, this.#rendered.get(prefix) ?? ''] as const);
    this.#render(added);
    for (const child of element.children) this.#node(child);
    this.#render(before);
    this.#emit(`</${element.name}>`);
  }

  #render(namespaces: readonly Namespace[]): void {
    for (const [prefix, uri] of namespaces) this.#rendered.set(prefix, uri);
  }

  /** Returns the namespaces that must be declared in addition; the `xml` prefix needs no declaration. */
  #additions(wanted: ReadonlyMap<string, string>): readonly Namespace[] {
    if (wanted.size === 0) return NO_ADDITIONS;
    const added = [...wanted].filter(([prefix, uri]) => prefix !== 'xml' && (this.#rendered.get(prefix) ?? '') !== uri);
    return added.length < 2 ? added : added.toSorted(([one], [other]) => compareCodePoints(one, other));
  }

  /**
   * The namespaces of the element's own name and of its attributes' names (XML-EXC-C14N §1.1), and what is declared for the prefixes that
   * were asked for.
   */
  #visiblyUtilized(element: XmlElement, declared: ReadonlyMap<string, string>): ReadonlyMap<string, string> {
    const wanted = new Map([[element.prefix, element.namespace]]);
    for (const { prefix, namespace } of element.attributes) if (prefix !== '') wanted.set(prefix, namespace);
    for (const [prefix, uri] of declared) if (this.#inclusivePrefixes.has(prefix)) wanted.set(prefix, uri);
    return wanted;
  }

  /** The nearest `xml:` attributes of the ancestors (XML-C14N §2.4, XML-C14N11 §2.4). */
  #inheritedAttributes(element: XmlElement): readonly XmlAttribute[] {
    const own = new Set(element.attributes.filter(({ prefix }) => prefix === 'xml').map(({ local }) => local));
    const found = new Map<string, XmlAttribute>();
    for (let at = element.parent; at !== undefined; at = at.parent) {
      this.#look(at.attributes.length);
      for (const attribute of at.attributes)
        if (attribute.prefix === 'xml' && !own.has(attribute.local) && !found.has(attribute.local))
          found.set(attribute.local, attribute);
    }
    return this.#method.version === '1.1' ? this.#inheritedBy11(element, found) : [...found.values()];
  }

  /** Canonical XML 1.1 inherits no `xml:id`, and would join the values of `xml:base`: no signature that we know needs it. */
  #inheritedBy11(element: XmlElement, found: ReadonlyMap<string, XmlAttribute>): readonly XmlAttribute[] {
    for (let at = element.parent; at !== undefined; at = at.parent)
      if (at.attributes.some(({ prefix, local }) => prefix === 'xml' && local === 'base'))
        throw new XmlError('xml.not_supported', 'Canonical XML 1.1 of an element below an xml:base is not supported');
    return [...found.values()].filter(({ local }) => local === 'lang' || local === 'space');
  }

  #namespacesInScope(element: XmlElement): ReadonlyMap<string, string> {
    const found = new Map<string, string>();
    for (let at: XmlElement | undefined = element; at !== undefined; at = at.parent) {
      this.#look(1 + at.declarations.size);
      for (const [prefix, uri] of at.declarations) if (!found.has(prefix)) found.set(prefix, uri);
    }
    return found;
  }

  /** Collects, so that a hash is not called for each tag. */
  #emit(text: string): void {
    this.#pending += text;
    if (this.#pending.length >= PIECE) this.finish();
  }
}

function sortAttributes(own: readonly XmlAttribute[], inherited: readonly XmlAttribute[]): readonly XmlAttribute[] {
  if (own.length + inherited.length < 2) return own.length === 0 ? inherited : own;
  return [...own, ...inherited].toSorted(
    (one, other) => compareCodePoints(one.namespace, other.namespace) || compareCodePoints(one.local, other.local),
  );
}

function escapeText(text: string): string {
  return IN_TEXT.test(text) ? text.replace(ALL_IN_TEXT, (character) => REFERENCES[character]!) : text;
}

function escapeAttribute(value: string): string {
  return IN_ATTRIBUTE.test(value) ? value.replace(ALL_IN_ATTRIBUTE, (character) => REFERENCES[character]!) : value;
}

const IN_TEXT = /[&<>\r]/;
const ALL_IN_TEXT = /[&<>\r]/g;
const IN_ATTRIBUTE = /[&<"\t\n\r]/;
const ALL_IN_ATTRIBUTE = /[&<"\t\n\r]/g;
const REFERENCES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  '\t': '&#x9;',
  '\n': '&#xA;',
  '\r': '&#xD;',
};
const NO_ADDITIONS: readonly Namespace[] = [];
const PIECE = 65_536;
