/**
 * The tree that the parser asks while it reads: names, and who stands in whom. Nobody asks for children or texts, and so they
 * are not kept: memory stays small, and nothing is searched.
 */
import { html as names, type Token, type TreeAdapter, type TreeAdapterTypeMap } from 'parse5';

export interface LightNode {
  name: string;
  namespace: names.NS;
  attributes: Token.Attribute[];
  parent: LightNode | null;
  content: LightNode | null;
}

const NO_CHILDREN: LightNode[] = [];

const node = (
  name: string,
  namespace: names.NS = names.NS.HTML,
  attributes: Token.Attribute[] = [],
): LightNode => ({ name, namespace, attributes, parent: null, content: null });

function put(parent: LightNode, child: LightNode): void {
  child.parent = parent;
}

const nothing = () => {};

const isNot = (_: LightNode): _ is never => false;

/** What is text or a comment is nobody's child for long. */
const text = node('#text');

/** What stands for each kind of node: always the same. */
export type LightNodes = TreeAdapterTypeMap<
  LightNode,
  LightNode,
  LightNode,
  LightNode,
  LightNode,
  LightNode,
  LightNode,
  LightNode,
  LightNode,
  LightNode
>;

export type LightTree = TreeAdapter<LightNodes>;

const adapter: LightTree = {
  createDocument: () => node('#document'),
  createDocumentFragment: () => node('#fragment'),
  createElement: (name, namespace, attributes) => node(name, namespace, attributes),
  createCommentNode: () => node('#comment'),
  createTextNode: () => text,
  appendChild: put,
  insertBefore: put,
  detachNode(child) {
    child.parent = null;
  },
  insertText: nothing,
  insertTextBefore: nothing,
  adoptAttributes: nothing,
  setTemplateContent(template, content) {
    content.parent = template;
    template.content = content;
  },
  getTemplateContent: (template) => template.content ?? template,
  getFirstChild: () => null,
  getChildNodes: () => NO_CHILDREN,
  getParentNode: (child) => child.parent,
  getAttrList: (element) => element.attributes,
  getTagName: (element) => element.name,
  getNamespaceURI: (element) => element.namespace,
  getTextNodeContent: () => '',
  getCommentNodeContent: () => '',
  getDocumentTypeNodeName: () => '',
  getDocumentTypeNodePublicId: () => '',
  getDocumentTypeNodeSystemId: () => '',
  isTextNode: isNot,
  isCommentNode: isNot,
  isDocumentTypeNode: isNot,
  isElementNode: (one): one is LightNode => one !== text,
  setDocumentType: nothing,
  // Quirks change where tables stand, and no tag.
  setDocumentMode: nothing,
  getDocumentMode: () => names.DOCUMENT_MODE.NO_QUIRKS,
  setNodeSourceCodeLocation: nothing,
  getNodeSourceCodeLocation: () => null,
  updateNodeSourceCodeLocation: nothing,
};

/** A document that a browser makes more elements of than it has characters. */
export class OverflowingHtml extends Error {}

/**
 * @param most how many elements may be made: where formatting is never closed, each paragraph repeats all of it, and time would grow
 *   with the square of the text
 * @throws {OverflowingHtml} where there are more
 */
export function lightTree(most: number): LightTree {
  let made = 0;
  return {
    ...adapter,
    createElement(name, namespace, attributes) {
      made += 1;
      if (made > most) throw new OverflowingHtml();
      return node(name, namespace, attributes);
    },
  };
}
