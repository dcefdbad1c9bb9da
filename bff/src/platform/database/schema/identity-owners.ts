/** Customers of identities, by handle: the handle of an identity does not reveal its customer. */
export interface IdentityOwnerTables {
  identity_owners: {
    identity: string
    customer: string
  }
}
