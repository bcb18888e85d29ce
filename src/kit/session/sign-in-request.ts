import { type Infer, object, optional, string } from 'superstruct'

/** What the sign-in page passes on: the client, the return route and the parameters for the identity provider. */
export const SignInRequest = object({
  client_name: string(),
  return_route: string(),
  organization: optional(string()),
  connection: optional(string()),
})
export type SignInRequest = Infer<typeof SignInRequest>
