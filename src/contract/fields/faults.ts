/** Why a field's value is invalid, with the values of the message. */
export type FieldFault =
  | { code: 'required'; of: 'value' | 'list' | 'yes' }
  | { code: 'email' }
  | { code: 'too_many_emails'; max: number }
  | { code: 'password' }
  | { code: 'postal_code' }
  | { code: 'max_length'; max: number; over: number }
  | { code: 'keyword_length'; max: number }
  | { code: 'max_words'; max: number; over: number }
  | { code: 'url' }
  | { code: 'date' }
  | { code: 'date_range' }
  | { code: 'future' }
  | { code: 'format'; digits: number }
  | { code: 'decimals'; max: number }
  | { code: 'currency_min'; min: string; currency_code: string; digits: number; shown_digits?: number }
  | { code: 'currency_max'; max: string; currency_code: string; digits: number; shown_digits?: number }
  | { code: 'min'; min: string }
  | { code: 'max'; max: string }
  | { code: 'only_numbers' }
  | { code: 'negative' }
  | { code: 'whole' }
  | { code: 'custom'; text: string }

export type FieldRuleResult = true | FieldFault

/** Checks one value; some rules also need the other values of the form. */
export type FieldRule<Value, Values = never> = (value: Value, values: Values) => FieldRuleResult

/** The reason of the first rule that fails. */
export function firstFault<Value, Values>(
  rules: readonly FieldRule<Value, Values>[],
  value: Value,
  values: Values,
): FieldFault | undefined {
  for (const rule of rules) {
    const result = rule(value, values)
    if (result !== true) return result
  }
  return undefined
}
