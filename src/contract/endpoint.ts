import { coerce, type Infer, integer, string, type Struct, Struct as StructClass } from 'superstruct'
import type { PageResponse } from './page-response.ts'

// Struct is invariant in its type and schema, so only `any` covers all structs.
type Any = Struct<any, any> // superstruct's own bound for any struct

/** The parameter names of a path: `v1/users/:userId/roles` gives 'userId'. */
export type PathNames<P extends string> = P extends `${string}:${infer Name}/${infer Rest}`
  ? Name | PathNames<`/${Rest}`>
  : P extends `${string}:${infer Name}`
    ? Name
    : never

/** A path parameter that ends in Id is an integer; any other is text. */
export type PathValue<Name extends string> = Name extends `${string}Id` | 'id' ? number : string

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/** One endpoint of the platform, as plain data. Types, client, guards, documentation and tests are derived from it. */
export interface Endpoint<
  P extends string = string,
  Q extends Any | undefined = any, // endpoints with any query
  B extends Any | undefined = any, // endpoints with any body
  R extends Any | undefined = any, // endpoints with any result
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
  /** Needs no token because another system signs its body, which may have fields that the platform does not know. */
  readonly signed?: boolean
  /** Any signed-in user may call it, because it concerns only the caller. */
  readonly ownOnly?: boolean
  /** The user in the path may call it without the permission. */
  readonly orSelf?: boolean
  /** Takes an Idempotency-Key and needs it, except for a dry run. Optional where a repeat cannot spend money. */
  readonly idempotent?: boolean | 'optional'
  /** Takes If-Match and needs it. Optional where no change of another user can be lost. */
  readonly versioned?: boolean | 'optional'
  /** Its body may leave out `member_group_id`; the platform then uses the caller's default client. */
  readonly defaultClient?: boolean
  /** A slow read: it has a longer timeout and uses the database connections for reports. */
  readonly long?: boolean
  /** Sends mail for a caller who is not signed in, so it has a low rate limit per source address, counted across all servers. */
  readonly mails?: boolean
  /** A POST that only reads: it may be repeated and is not audited. */
  readonly reads?: boolean
  /** The body is text/csv instead of JSON; its struct has the single field `csv`. */
  readonly csv?: boolean
  /** The reply is the bare result, and refusals have the form of OFREP, as clients of that protocol expect. */
  readonly ofrep?: boolean
  /** The response is a file instead of JSON, streamed while it is generated. */
  readonly file?: boolean
  /** The body may have this many bytes, because it contains a file. */
  readonly maxBodyBytes?: number
}

interface Parts<Q, B, R>
  extends Pick<
    Endpoint,
    | 'may'
    | 'open'
    | 'signed'
    | 'ownOnly'
    | 'orSelf'
    | 'idempotent'
    | 'versioned'
    | 'defaultClient'
    | 'long'
    | 'mails'
    | 'reads'
    | 'csv'
    | 'ofrep'
    | 'file'
    | 'maxBodyBytes'
  > {
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
    query: query as Q, // an absent part is undefined, and so is Q
    body: body as B, // as above
    result: result as R, // as above
    ...flags,
  })
}

export const get = make('GET')
export const post = make('POST')
export const put = make('PUT')
export const patch = make('PATCH')
export const del = make('DELETE')

/** A POST that reads: its body is too complex for a query string, and nothing is written. */
export const postQuery: typeof post = (path, parts) => post(path, { ...parts, reads: true })

type PathPart<P extends string> = [PathNames<P>] extends [never] ? unknown : { path: { [N in PathNames<P>]: PathValue<N> } }
type Part<K extends string, S> = S extends Any
  ? undefined extends Infer<S>
    ? { [k in K]?: Infer<S> }
    : object extends Infer<S>
      ? { [k in K]?: Infer<S> }
      : { [k in K]: Infer<S> }
  : unknown

/** The arguments of an endpoint. */
export type Call<E> = E extends Endpoint<infer P, infer Q, infer B, any> ? PathPart<P> & Part<'query', Q> & Part<'body', B> & {} : never // the result does not matter
/** The type of `result` in the reply. */
export type Result<E> = E extends Endpoint<any, any, any, infer R> ? (R extends Struct<infer T, any> ? T : undefined) : never // only the result matters

/** Distinguishes an endpoint from a branch of the contract. */
export const isEndpoint = (node: object): node is Endpoint => 'method' in node && 'path' in node

/** All endpoints below a branch of the contract. */
export const endpointsOf = (branch: object): Endpoint[] =>
  isEndpoint(branch) ? [branch] : Object.values(branch).flatMap((node: object) => endpointsOf(node))

/** Name of an endpoint, for example `GET v1/users`. */
export const endpointName = ({ method, path }: Endpoint) => `${method} ${path}`

/** A response for a page of the platform. */
export const pageResponse = <E extends Endpoint>(endpoint: E, call: Call<E>, result: Result<E>): PageResponse => [
  endpointName(endpoint),
  call,
  result,
]

/** Replaces the parameters of a path with values. */
export const fillPath = (path: string, values: Readonly<Record<string, string | number>> = {}) =>
  path.replace(/:(\w+)/g, (_, name: string) => {
    const value = values[name]
    if (value === undefined || value === '') throw new Error(`The path ${path} needs ${name}`)
    return encodeURIComponent(value)
  })

/** A union discriminated by one field. Unlike superstruct's `union()` it keeps its branches, and an error names only one field. */
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
      yield { ...about, branch: [...context.branch, value], message: `Expected one of ${names}` }
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

/** An integer that a query string contains as text. */
export const queryInteger = () => coerce(integer(), string(), (text) => (/^-?\d{1,15}$/.test(text) ? Number(text) : Number.NaN))
