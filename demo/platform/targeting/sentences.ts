import type { TargetingProblem } from '../../../src/contract/targeting/targetings.rules.ts'

type Sentence = string | ((values: Readonly<Record<string, unknown>>) => string)

/** Error message of each targeting rule, for API clients. */
export const targetingSentences: Readonly<Record<TargetingProblem['code'], Sentence>> = {
  too_many_groups: ({ most }) => `Have at most ${most} groups`,
  too_many_conditions: ({ most }) => `Have at most ${most} conditions in a group`,
  too_many_options: ({ most }) => `Choose at most ${most} options`,
  hidden_dimension: ({ name }) => `${name} is offered no more`,
  contradiction: ({ name }) => `This asks for what another condition of ${name} leaves out`,
  no_conditions: 'Add at least one condition to each group',
  no_options: 'Choose at least one option',
  unknown_dimension: 'Choose an available dimension ID',
  unknown_option: 'Choose an option of this targeting',
  repeated_option: 'Each option can be selected only once',
  repeated_condition: 'Each condition can appear only once in a group',
}
