/** Whose identity record is whose, by their handles: an identity's own handle does not tell. */
export interface IdentityOwnerSchema {
  identity_owners: {
    identity: string
    customer: string
  }
}
