/** Hosts that begin with the name of somebody else, or spell it, and what that is. */
export const IMITATIONS: readonly (readonly [host: string, imitates: string])[] = [
  ["login.bank.de.evil.com", "login.bank.de"],
  ["notion.so.evil.com", "notion.so"],
  ["github.io.evil.com", "github.io"],
  ["github-com.evil.com", "github.com"],
  ["accounts.google.com-login.evil.net", "accounts.google.com"],
  ["github.com.login.evil.example", "github.com"],
  ["github.com.evil.io", "github.com"],
  ["github.com.evil.co.uk", "github.com"],
  ["www.paypal.com.signin.example.net", "www.paypal.com"],
  ["paypal.com.security-check.ru", "paypal.com"],
  ["secure.chase.com.verify.info", "secure.chase.com"],
  ["appleid.apple.com.account.top", "appleid.apple.com"],
  ["login.microsoftonline.com.auth.click", "login.microsoftonline.com"],
  ["accounts.google.com.oauth.dev", "accounts.google.com"],
  ["mail.google.com-mail.xyz", "mail.google.com"],
  ["google.com-login.net", "google.com"],
  ["www.irs.gov.refund.example", "www.irs.gov"],
  ["login.gov.verify.example", "login.gov"],
  ["mit.edu.library.example", "mit.edu"],
  ["wikipedia.org.donate.example", "wikipedia.org"],
  ["en.wikipedia.org-edit.example", "en.wikipedia.org"],
  ["behance.net.files.example", "behance.net"],
  ["www.amazon.co.uk.deals.example", "www.amazon.co.uk"],
  ["barclays.co.uk-login.example.com", "barclays.co.uk"],
  ["www.hsbc.com.hk.example.net", "www.hsbc.com.hk"],
  ["rakuten.co.jp.point.example", "rakuten.co.jp"],
  ["ox.ac.uk.evil.com", "ox.ac.uk"],
  ["cambridge.ac.uk.evil.com", "cambridge.ac.uk"],
  ["service.gov.uk.evil.com", "service.gov.uk"],
  ["www.sparkasse.de.konto.example", "www.sparkasse.de"],
  ["commerzbank.de.tan-check.com", "commerzbank.de"],
  ["credit-agricole.fr.espace.example", "credit-agricole.fr"],
  ["poste.it.verifica.example", "poste.it"],
  ["intesasanpaolo.it.evil.com", "intesasanpaolo.it"],
  ["rabobank.nl.evil.com", "rabobank.nl"],
  ["www.postfinance.ch.evil.com", "www.postfinance.ch"],
  ["allegro.pl.oferta.xyz", "allegro.pl"],
  ["nordea.se.evil.com", "nordea.se"],
  ["yandex.ru.evil.com", "yandex.ru"],
  ["twitch.tv.evil.com", "twitch.tv"],
  ["discord.gg.evil.com", "discord.gg"],
  ["telegram.me.evil.com", "telegram.me"],
  ["claude.ai.evil.com", "claude.ai"],
  ["cursor.sh.evil.com", "cursor.sh"],
  ["bit.ly.evil.com", "bit.ly"],
  ["fly.io.evil.com", "fly.io"],
  ["app.fly.io.evil.com", "app.fly.io"],
  ["coinbase-com.evil.net", "coinbase.com"],
  ["paypal-com-login.evil.net", "paypal.com"],
  ["signin.ebay-co-uk.evil.net", "signin.ebay.co.uk"],
  ["irs-gov.evil.net", "irs.gov"],
  ["github-com.net", "github.com"],
  ["github.com.pages.dev", "github.com"],
  ["github.com.github.io", "github.com"],
  ["github.com.s3.amazonaws.com", "github.com"],
  // Missed on purpose: the same words stand in many real hosts.
  ["zoom.us.evil.com", "zoom.us"],
  ["web.app.evil.com", "web.app"],
  ["linear.app.evil.com", "linear.app"],
  ["t.co.evil.com", "t.co"],
  ["hp-org.evil.com", "hp.org"],
];

/** Hosts of real services, and of the shapes that real services have. */
export const REAL_HOSTS: readonly string[] = `
s3.us-east-1.amazonaws.com bucket.s3.us-east-1.amazonaws.com bucket.s3.amazonaws.com my-bucket.s3.dualstack.eu-west-1.amazonaws.com
sts.us-gov-west-1.amazonaws.com ec2-3-4-5-6.eu-central-1.compute.amazonaws.com abc.execute-api.me-central-1.amazonaws.com
s3.cn-north-1.amazonaws.com.cn console.aws.amazon.com eu-west-1.console.aws.amazon.com signin.aws.amazon.com d111.cloudfront.net
my-domain.auth.eu-west-1.amazoncognito.com acme.awsapps.com acme.us-east-1.elasticbeanstalk.com
my.co.example.com app.io.company.com eu.api.example.com www.example.co.uk user.github.io de.wikipedia.org en.wikipedia.org
it.example.com is.example.org project.web.app no.example.com to.example.com www.de.example.com api.de.example.com app.fr.example.com
login.microsoftonline.com login.live.com account.live.com outlook.office.com outlook.office365.com portal.azure.com
acme.sharepoint.com acme-my.sharepoint.com acme.b2clogin.com acme.crm4.dynamics.com acme.onmicrosoft.com acme.azurewebsites.net
acme.blob.core.windows.net acme.vault.azure.net acme.openai.azure.com acme.services.ai.azure.com ai.azure.com
acme.scm.azurewebsites.net api.cognitive.microsofttranslator.com acme.westeurope.cloudapp.azure.com graph.microsoft.com login.windows.net
accounts.google.com oauth2.googleapis.com www.googleapis.com storage.googleapis.com console.cloud.google.com mail.google.com
docs.google.com myaccount.google.com project.firebaseapp.com project-uc.a.run.app europe-west1-project.cloudfunctions.net
id.apple.com appleid.apple.com idmsa.apple.com www.icloud.com p01-calendars.icloud.com
github.com gist.github.com api.github.com raw.githubusercontent.com user.github.dev gitlab.com acme.gitlab.io bitbucket.org
id.atlassian.com acme.atlassian.net auth.atlassian.com acme.jira.com
acme.auth0.com acme.us.auth0.com acme.eu.auth0.com acme.au.auth0.com acme.jp.auth0.com acme.uk.auth0.com acme.ca.auth0.com
acme.okta.com acme.okta-emea.com acme.oktapreview.com acme.onelogin.com acme.my.idaptive.app
acme.my.salesforce.com acme.lightning.force.com acme.my.site.com acme--dev.sandbox.my.salesforce.com login.salesforce.com test.salesforce.com
acme.slack.com api.slack.com slack.com discord.com www.notion.so api.notion.com zoom.us us02web.zoom.us acme.zoom.us
acme.zendesk.com acme.freshdesk.com acme.hubspot.com app-eu1.hubspot.com acme.my.freshworks.com acme.myshopify.com admin.shopify.com
dashboard.stripe.com connect.stripe.com checkout.stripe.com api.stripe.com www.paypal.com www.sandbox.paypal.com
acme.us.qlikcloud.com acme.eu.qlikcloud.com acme.cloud.looker.com acme.snowflakecomputing.com acme.eu-central-1.snowflakecomputing.com
acme.cloud.databricks.com adb-123.4.azuredatabricks.net acme.app.netsuite.com acme.service-now.com acme.workday.com wd3.myworkday.com
my-app.herokuapp.com my-app.netlify.app my-app.vercel.app my-app.fly.dev my-app.onrender.com my-app.pages.dev worker.acme.workers.dev
acme.ngrok.io abc.ngrok-free.app abc.trycloudflare.com dash.cloudflare.com one.dash.cloudflare.com acme.cloudflareaccess.com
db.acme.supabase.co abc.supabase.co acme.sentry.io o123.ingest.sentry.io o123.ingest.de.sentry.io eu.posthog.com us.i.posthog.com
acme.eu.datadoghq.com app.datadoghq.eu acme.grafana.net acme.kb.eu-west-1.aws.found.io acme.es.us-central1.gcp.cloud.es.io
hub.docker.com registry.npmjs.org pypi.org files.pythonhosted.org crates.io docs.rs huggingface.co acme.hf.space
www.bbc.co.uk www.gov.uk www.service.gov.uk signin.account.gov.uk login.gov secure.login.gov www.irs.gov id.me
www.amazon.de www.amazon.co.jp signin.ebay.co.uk www.sparkasse.de meine.deutsche-bank.de www.ing.de www.bund.de id.bund.de
www.example.com.au shop.com.au my.gov.au www.uol.com.br sso.acesso.gov.br www.nic.in www.tsinghua.edu.cn login.taobao.com passport.jd.com
www.u-tokyo.ac.jp shibboleth.ox.ac.uk idp.ethz.ch login.uni-bonn.de web.mit.edu sso.harvard.edu cas.univ-paris.fr
mail.me.com web.telegram.org t.me youtu.be www.twitch.tv discord.gg bit.ly
food.co-op.coop www.co-op.co.uk my-org.example.com acme-net.example.com telecom.example.com dot.example.org shop.example.de
cdn.dev.example.com api.eu-central-1.prod.example.com a.b.c.example.com login.us.example.com 10.0.0.1.example.com
com.example.com net.example.org edu.google.com io.example.com www.com.com x.com a.co
`
  .trim()
  .split(/\s+/);
