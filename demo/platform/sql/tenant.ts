import type { Context } from '../context/context.ts'

/** The client of the request. Its absence is a programming fault: the endpoint names no client in its path. */
export function tenant({ scope }: Pick<Context, 'scope'>): number {
  if (scope.memberGroupId === undefined) throw new Error('The request has no client')
  return scope.memberGroupId
}
