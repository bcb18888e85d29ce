import { type Infer, object, optional, string } from 'superstruct'

/** What a door says before it lets somebody go: whose it is, where the way leads afterwards, and what the identity provider is told. */
export const SignInAsked = object({
  client_name: string(),
  return_route: string(),
  organization: optional(string()),
  connection: optional(string()),
})
export type SignInAsked = Infer<typeof SignInAsked>
