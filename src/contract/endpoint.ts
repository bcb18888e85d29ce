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
  /** A POST that only asks: it may be repeated and is not audited. */
  readonly reads?: boolean
}

interface Parts<Q, B, R> extends Pick<Endpoint, 'may' | 'open' | 'own' | 'idempotent' | 'versioned' | 'long' | 'reads'> {
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
  return new StructClass<Value, { tag: K; branches: V }>({
    type: 'oneOf',
    schema: { tag, branches },
    coercer(value, context) {
      const branch = branchOf(value)
      if (!branch || !isRecord(value)) return value
      const { [tag]: name, ...rest } = value
      const [, accepted] = branch.validate(rest, { coerce: true, mask: context.mask ?? false })
      return accepted ? { [tag]: name, ...accepted } : value
    },
    *validator(value, context) {
      const branch = branchOf(value)
      if (!branch || !isRecord(value)) {
        const names = Object.keys(branches).join(', ')
        yield {
          value,
          type: 'oneOf',
          refinement: undefined,
          key: tag,
          path: [...context.path, tag],
          branch: [...context.branch, value],
          message: `Expected ${tag} to be one of ${names}`,
        }
        return
      }
      const { [tag]: _, ...rest } = value
      const [error] = branch.validate(rest)
      for (const failure of error?.failures() ?? []) yield { ...failure, path: [...context.path, ...failure.path] }
    },
  })
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value)

/** An integer that arrives as text in a query. */
export const queryInteger = () => coerce(integer(), string(), (text) => (/^-?\d{1,15}$/.test(text) ? Number(text) : Number.NaN))
