import type { TargetingProblem } from '../../../src/contract/targeting/targetings.rules.ts'

type Sentence = string | ((values: Readonly<Record<string, unknown>>) => string)

/** Error message of each targeting rule, for API clients. */
export const targetingSentences: Readonly<Record<TargetingProblem['code'], Sentence>> = {
  too_many_groups: ({ most }) => `Have at most ${most} groups`,
  too_many_conditions: ({ most }) => `Have at most ${most} conditions in a group`,
  too_many_options: ({ most }) => `Choose at most ${most} options`,
  hidden_dimension: ({ name }) => `${name} is offered no more`,
  contradiction: ({ name }) => `This asks for what another condition of ${name} leaves out`,
  no_conditions: 'Have at least one condition in each group',
  no_options: 'Choose at least one option',
  unknown_dimension: 'Expected the id of a dimension that is offered here',
  unknown_option: 'Expected the id of an option of this dimension',
  repeated_option: 'Choose each option once',
  repeated_condition: 'Say each condition of a group once',
}
