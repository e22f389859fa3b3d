// A secret for the example server in development, another one for each start. It seals what travels with an open question.
process.env.MIDCALL_SECRET ??= crypto.randomUUID() + crypto.randomUUID();
