import { bash, type Guide, isInsecure, snippet, step } from './guide.ts';

export const guide: Guide = {
  redirectUri: 'http://localhost:5080/signin-oidc',
  signOutUri: 'http://localhost:5080/signout-callback-oidc',
  startUrl: 'http://localhost:5080/sign-in',
  steps: values => [
    step('install', bash('dotnet add package Microsoft.AspNetCore.Authentication.OpenIdConnect')),
    step(
      'environment',
      bash(`dotnet user-secrets init
dotnet user-secrets set Oidc:ClientSecret ${values.secret}`),
    ),
    step(
      'configure',
      snippet(
        'csharp',
        'Program.cs',
        `using Microsoft.AspNetCore.Authentication;
using Microsoft.AspNetCore.Authentication.Cookies;
using Microsoft.AspNetCore.Authentication.OpenIdConnect;

var builder = WebApplication.CreateBuilder(args);

builder.Services
    .AddAuthentication(options =>
    {
        options.DefaultScheme = CookieAuthenticationDefaults.AuthenticationScheme;
        options.DefaultChallengeScheme = OpenIdConnectDefaults.AuthenticationScheme;
    })
    .AddCookie()
    .AddOpenIdConnect(options =>
    {
        options.Authority = "${values.issuer}";
        options.ClientId = "${values.appId}";
        options.ClientSecret = builder.Configuration["Oidc:ClientSecret"];
        options.ResponseType = "code";
        options.ResponseMode = "query";
        options.CorrelationCookie.SameSite = SameSiteMode.Lax;
        options.NonceCookie.SameSite = SameSiteMode.Lax;
        options.CallbackPath = "${new URL(values.redirectUri).pathname}";
        options.SignedOutCallbackPath = "${new URL(values.signOutUri).pathname}";
        options.Scope.Add("email");
        options.SaveTokens = true;
        options.GetClaimsFromUserInfoEndpoint = true;
        options.MapInboundClaims = false;
        options.TokenValidationParameters.NameClaimType = "name";${
          isInsecure(values) ? '\n        options.RequireHttpsMetadata = false;' : ''
        }
    });
builder.Services.AddAuthorization();

var app = builder.Build();
app.UseAuthentication();
app.UseAuthorization();
`,
      ),
    ),
    step(
      'sign_in',
      snippet(
        'csharp',
        'Program.cs',
        `app.MapGet("/", (HttpContext context) => new { User = context.User.Identity?.Name });

app.MapGet("/sign-in", () => Results.Challenge(new AuthenticationProperties { RedirectUri = "/profile" }));

app.MapGet("/profile", (HttpContext context) =>
    context.User.Claims.Select(claim => new { claim.Type, claim.Value })).RequireAuthorization();

app.MapGet("/sign-out", () => Results.SignOut(
    new AuthenticationProperties { RedirectUri = "/" },
    [CookieAuthenticationDefaults.AuthenticationScheme, OpenIdConnectDefaults.AuthenticationScheme]));

app.Run("http://localhost:5080");
`,
      ),
    ),
    step('run', bash('dotnet run')),
  ],
};
