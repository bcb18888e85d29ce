/** A piece of parsed code, of which only where it stands is known. */
export type Node = Readonly<Record<string, unknown>> & { readonly type: string; readonly start: number; readonly end: number }

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && 'type' in value && 'start' in value

/** The pieces of code among what a piece of code holds. */
export const nodesIn = (value: unknown): Node[] => (Array.isArray(value) ? value : [value]).filter(isNode)
/** All that a piece of code holds. */
export const childrenOf = (node: Node): Node[] => Object.values(node).flatMap(nodesIn)
