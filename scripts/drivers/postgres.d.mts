export function findPostgres(): string | undefined;
export function findPgBouncer(): string | undefined;
