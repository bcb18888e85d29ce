import { object, type Struct } from 'superstruct'
import { firstFailures } from './first-failures.ts'
import { Refused, refuseField } from '../../context/refusal.ts'
import { type RequestState, routeOf } from '../request-state.ts'

const nothing = object({})
const maxFields = 50
const maxPathLength = 200

/** Validates query and body strictly: unknown and missing fields are refused. */
export function strict(state: RequestState) {
  const { endpoint } = routeOf(state)
  state.query = validateStrictly(fieldsOf(state.url.searchParams), endpoint.query ?? nothing)
  if (endpoint.body || state.text) state.body = validateStrictly(state.body, endpoint.body ?? nothing)
}

/** A duplicate query parameter is ambiguous. */
function fieldsOf(query: URLSearchParams) {
  const duplicate = [...query.keys()].find((name, index, names) => names.indexOf(name) !== index)
  if (duplicate !== undefined) throw refuseField(duplicate.slice(0, maxPathLength), 'Send this parameter only once')
  return Object.fromEntries(query)
}

/** Validates and coerces a value; refuses with the path and rule of each failed field. */
export function validateStrictly(input: unknown, struct: Struct<unknown, unknown>) {
  const [error, value] = struct.validate(input, { coerce: true })
  if (!error) return value
  const fields = firstFailures(input, struct, maxFields).map((failure) => ({
    path: failure.path.join('.').slice(0, maxPathLength),
    rule: ruleOf(failure),
  }))
  throw new Refused('invalid', { subject: fields[0]?.path || 'Body', rule: fields[0]?.rule ?? 'Not accepted' }, fields)
}

const maxRuleLength = 240
const shortened = (text: string) => (text.length > maxRuleLength ? `${text.slice(0, maxRuleLength).replace(/, [^,]*$/, '')} …` : text)

const units: Readonly<Record<string, string>> = { array: ' entries', string: ' characters' }
/** The bounds of a superstruct refinement, as text. */
function boundText(message: string) {
  const [, kind = '', only, min, max] =
    /^Expected a (\w+) (?:with a length )?(?:of `([^`]+)`|between `([^`]+)` and `([^`]+)`) but/.exec(message) ?? []
  if (only ?? min) return `Expected ${only ?? `${min} to ${max}`}${units[kind] ?? ''}`
  const [, side, threshold] = /^Expected a \w+ (greater|less) than or equal to (\S+) but/.exec(message) ?? []
  return threshold && `Expected at ${side === 'less' ? 'most' : 'least'} ${threshold}`
}

/** Says what was expected, never what was sent. */
const ruleOf = ({ type, message, refinement }: { type: string; message: string; refinement?: string | undefined }) => {
  if (type === 'never') return 'Unknown field'
  if (type === 'oneOf') return shortened(message)
  const [, choices] = type === 'enums' ? (/^Expected one of `([^`]*)`/.exec(message) ?? []) : []
  if (choices) return shortened(`Expected one of ${choices.replaceAll('"', '').split(',').join(', ')}`)
  const bound = refinement && boundText(message)
  if (bound) return bound
  return refinement && /^Expected [^`]*$/.test(message) ? message : `Expected ${refinement ?? type}`
}
