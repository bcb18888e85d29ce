import type { Context } from '../context/context.ts'
import { Refused, ruleProblem } from '../context/refusal.ts'

/**
 * Exact conversion of several currencies: each sum is multiplied by its integer weight. The result is in `parts` of a micro of
 * the target currency.
 */
export interface Rates {
  readonly weights: ReadonlyMap<string, bigint>
  readonly parts: bigint
}

type ReadDatabase = Pick<Context['database'], 'kysely'>

const scale = 8
const scaledInteger = (decimal: string) => {
  const [whole = '0', part = ''] = decimal.split('.')
  return BigInt(whole + part.slice(0, scale).padEnd(scale, '0'))
}

/** Weights from the rates per US dollar. */
export function ratesFrom(target: string, perUsd: ReadonlyMap<string, string>): Rates {
  const targetRate = scaledInteger(perUsd.get(target) ?? '1')
  const foreign = [...perUsd].filter(([code]) => code !== target).map(([code, rate]) => [code, scaledInteger(rate)] as const)
  const parts = foreign.reduce((product, [, rate]) => product * rate, 1n)
  return { parts, weights: new Map([[target, parts], ...foreign.map(([code, rate]) => [code, (targetRate * parts) / rate] as const)]) }
}

interface RatesOfDay {
  readonly rates: Rates
  /** Day of the oldest rate; null if no rate was needed. */
  readonly ratesOf: string | null
}
/** The known rates, and the currencies without one: the target, or some of the others. */
interface KnownRates extends RatesOfDay {
  readonly lacks: readonly string[]
}
/** A currency without a rate up to that day. */
export interface MissingRate {
  readonly lacks: string
}

/** The latest rate of each currency up to `day`, and the currencies without one. With only the target currency no rate is needed. */
export async function knownRates(
  { kysely }: ReadDatabase,
  currencies: readonly string[],
  target: string,
  day: string,
): Promise<KnownRates> {
  const foreign = currencies.filter((code) => code !== target)
  if (foreign.length === 0) return { rates: ratesFrom(target, new Map()), ratesOf: null, lacks: [] }
  const rows = await kysely
    .selectFrom('currencies')
    .innerJoinLateral(
      (rates) =>
        rates
          .selectFrom('exchange_rates')
          .select(['day', 'per_usd'])
          .whereRef('exchange_rates.currency_code', '=', 'currencies.currency_code')
          .where('day', '<=', day)
          .orderBy('day', 'desc')
          .limit(1)
          .as('latest'),
      (join) => join.onTrue(),
    )
    .select(['currency_code', 'latest.day', 'latest.per_usd'])
    .where('currency_code', 'in', [target, ...foreign])
    .execute()
  const perUsd = new Map(rows.map(({ currency_code, per_usd }) => [currency_code, per_usd]))
  if (!perUsd.has(target)) return { rates: ratesFrom(target, new Map()), ratesOf: null, lacks: [target] }
  const lacks = foreign.filter((code) => !perUsd.has(code))
  return { rates: ratesFrom(target, perUsd), ratesOf: rows.map((row) => row.day).sort()[0] ?? null, lacks }
}

/** Like `knownRates`, for callers that need every rate: returns the first currency without one. */
export async function ratesOrMissing(...args: Parameters<typeof knownRates>): Promise<RatesOfDay | MissingRate> {
  const { lacks, ...rates } = await knownRates(...args)
  return lacks[0] === undefined ? rates : { lacks: lacks[0] }
}

/** The error for a missing rate. The code and currency let a client show its own text. */
export function missingRateError({ lacks }: MissingRate, consequence = '') {
  const rule = `There is no exchange rate of ${lacks} on that day${consequence}`
  return new Refused('invalid', { subject: 'Exchange rate', rule }, [
    ruleProblem('currency_code', rule, { code: 'rate_missing', currency_code: lacks }),
  ])
}

/** The error for amounts in a currency without a rate, with advice for the user. */
export const missingAmountsRateError = (lacks: readonly string[]) =>
  missingRateError(
    { lacks: lacks.join(', ') || 'a former currency' },
    ', and there are amounts in it. Choose another currency or other days, or leave its advertisers out',
  )
