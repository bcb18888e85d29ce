import { coerce, type Infer, integer, string, type Struct, Struct as StructClass } from 'superstruct'

// The variance of a struct's type and schema has no common base narrower than any.
type Any = Struct<any, any> // superstruct's own bound for "some struct"

/** The names in a path: `v1/users/:userId/roles` gives 'userId'. */
export type PathNames<P extends string> = P extends `${string}:${infer Name}/${infer Rest}`
  ? Name | PathNames<`/${Rest}`>
  : P extends `${string}:${infer Name}`
    ? Name
    : never

/** A path parameter named after a thing is its integer id; any other is text. */
export type PathValue<Name extends string> = Name extends `${string}Id` | 'id' ? number : string

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/** One call of the platform, as plain data; types, client, guards, documentation and tests are derived from it. */
export interface Endpoint<
  P extends string = string,
  Q extends Any | undefined = any, // any endpoint at all, whatever its query
  B extends Any | undefined = any, // any endpoint at all, whatever its body
  R extends Any | undefined = any, // any endpoint at all, whatever its result
> {
  readonly method: Method
  readonly path: P
  readonly query: Q
  readonly body: B
  readonly result: R
  /** The permission that the caller needs. */
  readonly may?: string
  /** Needs no token. */
  readonly open?: boolean
  /** Signed in is enough: the call concerns the caller alone. */
  readonly own?: boolean
  /** Needs an Idempotency-Key. */
  readonly idempotent?: boolean
  /** Needs If-Match. */
  readonly versioned?: boolean
  /** A long read, which goes to the lane for reports. */
  readonly long?: boolean
  /** Mails somebody at the word of whoever has not signed in: few of these from one place, wherever they arrive. */
  readonly mails?: boolean
  /** A POST that only asks: it may be repeated and is not audited. */
  readonly reads?: boolean
  /** The body goes as text/csv instead of JSON; its struct has the one field `csv`. */
  readonly csv?: boolean
  /** The answer is a file instead of JSON, made while it goes out. */
  readonly file?: boolean
}

interface Parts<Q, B, R>
  extends Pick<Endpoint, 'may' | 'open' | 'own' | 'idempotent' | 'versioned' | 'long' | 'mails' | 'reads' | 'csv' | 'file'> {
  query?: Q
  body?: B
  result?: R
}

function make(method: Method) {
  return <
    const P extends string,
    Q extends Any | undefined = undefined,
    B extends Any | undefined = undefined,
    R extends Any | undefined = undefined,
  >(
    path: P,
    { query, body, result, ...flags }: Parts<Q, B, R>,
  ): Endpoint<P, Q, B, R> => ({
    method,
    path,
    query: query as Q, // an absent part is undefined, which is what Q then is
    body: body as B, // likewise
    result: result as R, // likewise
    ...flags,
  })
}

export const get = make('GET')
export const post = make('POST')
export const put = make('PUT')
export const patch = make('PATCH')
export const del = make('DELETE')

/** A POST that asks a question: its body is too rich for a query, and nothing is written. */
export const ask: typeof post = (path, parts) => post(path, { ...parts, reads: true })

type PathPart<P extends string> = [PathNames<P>] extends [never] ? unknown : { path: { [N in PathNames<P>]: PathValue<N> } }
type Part<K extends string, S> = S extends Any
  ? undefined extends Infer<S>
    ? { [k in K]?: Infer<S> }
    : object extends Infer<S>
      ? { [k in K]?: Infer<S> }
      : { [k in K]: Infer<S> }
  : unknown

/** What a caller passes. */
export type Call<E> = E extends Endpoint<infer P, infer Q, infer B, any> ? PathPart<P> & Part<'query', Q> & Part<'body', B> & {} : never // the result plays no part in a call
/** What comes back in `result`. */
export type Result<E> = E extends Endpoint<any, any, any, infer R> ? (R extends Struct<infer T, any> ? T : undefined) : never // only the result is asked for

/** Tells an endpoint from a branch of the contract. */
export const isEndpoint = (node: object): node is Endpoint => 'method' in node && 'path' in node

/** Every endpoint below a branch of the contract. */
export const endpointsOf = (branch: object): Endpoint[] =>
  isEndpoint(branch) ? [branch] : Object.values(branch).flatMap((node: object) => endpointsOf(node))

/** The path with its names filled in. */
export const fillPath = (path: string, values: Readonly<Record<string, string | number>> = {}) =>
  path.replace(/:(\w+)/g, (_, name: string) => {
    const value = values[name]
    if (value === undefined || value === '') throw new Error(`The path ${path} needs ${name}`)
    return encodeURIComponent(value)
  })

/** A union told apart by one field; unlike superstruct's `union()` it remembers its branches and blames one field only. */
export function oneOf<K extends string, V extends Record<string, Any>>(tag: K, branches: V) {
  type Value = { [B in keyof V]: { [k in K]: B } & Infer<V[B]> }[keyof V]
  const branchOf = (value: unknown) => {
    const name = isRecord(value) ? value[tag] : undefined
    return typeof name === 'string' && Object.hasOwn(branches, name) ? branches[name] : undefined
  }
  const restOf = (value: unknown) => {
    const { [tag]: _, ...rest } = isRecord(value) ? value : {}
    return rest
  }
  return new StructClass<Value, { tag: K; branches: V }>({
    type: 'oneOf',
    schema: { tag, branches },
    coercer(value, context) {
      const coerced: unknown = branchOf(value)?.coercer(restOf(value), context)
      return isRecord(coerced) && isRecord(value) ? { [tag]: value[tag], ...coerced } : value
    },
    *validator(value, context) {
      const branch = branchOf(value)
      if (branch) return yield* branch.validator(restOf(value), context)
      const names = Object.keys(branches).join(', ')
      const about = { value, type: 'oneOf', refinement: undefined, key: tag, path: [...context.path, tag] }
      yield { ...about, branch: [...context.branch, value], message: `Expected ${tag} to be one of ${names}` }
    },
    *entries(value, context) {
      yield* branchOf(value)?.entries(restOf(value), context) ?? []
    },
    *refiner(value, context) {
      yield* branchOf(value)?.refiner(restOf(value), context) ?? []
    },
  })
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value)

/** An integer that arrives as text in a query. */
export const queryInteger = () => coerce(integer(), string(), (text) => (/^-?\d{1,15}$/.test(text) ? Number(text) : Number.NaN))
